/** How a connection is protected. `none` is refused unless the server is on this machine or in a private network. */
export type MailEncryption = "tls" | "starttls" | "none";

/** A password, or an OAuth 2 access token. */
export type MailAuth =
  | { password: string }
  | {
      /**
       * Returns a valid access token. `refused` is the one the server just refused: returning a different one makes one
       * more attempt. Rejects with `OAuthRefused` if only an admin can help, with any other error if trying again
       * might.
       */
      accessToken: (refused?: string) => Promise<string>;
    };

/** An IMAP or SMTP server and how to sign in. */
export type MailServer = {
  host: string;
  port: number;
  encryption: MailEncryption;
  /**
   * For a shared mailbox, its user name, with the token of a person who has access to it. "" for a relay without
   * sign-in.
   */
  user: string;
  auth: MailAuth;
  /** A certificate authority to trust besides the well-known ones, PEM. */
  ca?: string;
};
