/** A name and an address as a header gives them, decoded: `Nair, Priya <p.nair@one.example>`. `name` may be empty. */
export type MailAddress = { name: string; address: string };

/** A part of an email that is kept as a file. Its bytes are in `ParsedMail.files`, not here: they go to the file store. */
export type MailFile = {
  /** Decoded, the last part of a path, at most 255 bytes with its extension; never empty. */
  name: string;
  /** The type the sender claimed, lower case: "image/png". */
  type: string;
  content: Uint8Array;
  /** Without angle brackets; null if the part has none. */
  contentId: string | null;
  /** Whether it should be shown in the text rather than listed. */
  inline: boolean;
};

/** A delivery report's result for one recipient (RFC 3464, and the known texts of qmail and Exim). */
export type ReportedRecipient = {
  /** The address we sent to, lower case. */
  address: string;
  action: "failed" | "delayed" | "delivered" | "relayed" | "expanded";
  /** "5.1.1"; null if the report has none. */
  status: string | null;
  /** The other server's response, on one line, at most 500 characters; may be empty. */
  words: string;
};

/** A machine's report that isn't a message. */
export type MailReport =
  /** `originalId`: the Message-ID of the message it returns; null if it returns none. */
  | { kind: "delivery"; recipients: ReportedRecipient[]; originalId: string | null }
  | { kind: "receipt" }
  | { kind: "abuse" };

/** A parsed email. Created in a worker thread, so it holds only cloneable data. Ids have no angle brackets. */
export type ParsedMail = {
  messageId: string | null;
  /** Newest first: In-Reply-To, then References from the end; each id once, at most 100. */
  references: string[];
  /** The Date header, UTC milliseconds; null if missing or unreadable. */
  date: number | null;
  /** Decoded, on one line; may be empty. */
  subject: string;
  from: MailAddress[];
  sender: MailAddress | null;
  /** X-Original-From or X-Original-Sender: the author, if a group or forward replaced From. Unverified. */
  originalFrom: MailAddress | null;
  replyTo: MailAddress[];
  to: MailAddress[];
  cc: MailAddress[];
  /** Delivered-To, X-Original-To and X-Forwarded-To, lower case, from the top. */
  deliveredTo: string[];
  /** Lower case; "" for the empty `<>` of automatic mail, null without a Return-Path. */
  returnPath: string | null;
  /** All headers from the top: name in lower case, value unfolded, not decoded. */
  headers: [name: string, value: string][];
  /** The plain text part: `format=flowed` unwrapped, controls removed; null without one. */
  text: string | null;
  /** The HTML part as sent, not sanitised; null without one. */
  html: string | null;
  files: MailFile[];
  report: MailReport | null;
  /** S/MIME or OpenPGP: the text can't be read here. */
  encrypted: boolean;
  /** SHA-256, hex, over From, To, Cc, Date, Subject and body bytes: the same for each delivery of one message. */
  contentHash: string;
};

/** Why a message couldn't be parsed, in words for admins. */
export type ParseFailure =
  | "too_slow"
  | "too_many_parts"
  | "too_deep"
  | "headers_too_long"
  | "too_many_addresses"
  | "out_of_memory"
  | "broken";
