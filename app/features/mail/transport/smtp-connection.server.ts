import { connect, type Socket } from "node:net";
import { rootCertificates } from "node:tls";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { MailServer } from "./mail-server";
import { privateLookup, refusePublicAddress } from "./private-network.server";
import { readAnswer, type SmtpStep } from "./smtp-answers";

/** All in milliseconds. */
export type SmtpTiming = {
  /** Until the server has greeted and, if asked to, encrypted. */
  connectMs: number;
  /** A server that sends nothing for this long is away; after a message it has `answerMs` (RFC 5321, 4.5.3.2.6). */
  silenceMs: number;
};

/** The parts of nodemailer's errors that we use. */
type SmtpFault = { response?: string | undefined; message?: string };

/** An error with the step it happened at. */
export class SmtpError extends Error {
  override name = "SmtpError";
  constructor(
    readonly step: SmtpStep,
    override readonly cause: SmtpFault,
  ) {
    super(cause.message, { cause });
  }
  get answer() {
    return this.cause.response ? readAnswer(this.cause.response) : null;
  }
}

export type SmtpLine = {
  connection: SMTPConnection;
  /** Whether the server takes addresses with characters beyond ASCII before the @ (RFC 6531). */
  takesUtf8: boolean;
  isOver: () => boolean;
  /** Sets how long the server may be silent: after a message it needs more time. Milliseconds. */
  allowSilence: (ms: number) => void;
};

/** Connects and signs in with `token` or the password. Throws `SmtpError`. */
export async function openSmtp(server: MailServer, timing: SmtpTiming, token: string | null): Promise<SmtpLine> {
  const socket = server.encryption === "none" ? await openPrivately(server, timing.connectMs) : undefined;
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    ...(socket && { connection: socket }),
    secure: server.encryption === "tls",
    requireTLS: server.encryption === "starttls",
    ignoreTLS: server.encryption === "none",
    tls: { rejectUnauthorized: true, ...(server.ca && { ca: [...rootCertificates, server.ca] }) },
    connectionTimeout: timing.connectMs,
    greetingTimeout: timing.connectMs,
    dnsTimeout: timing.connectMs,
    socketTimeout: timing.silenceMs,
    socketCloseTimeout: 1_000,
  });
  let over = false;
  connection.on("end", () => {
    over = true;
  });
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => {
      connection.close();
      reject(new SmtpError("connect", error));
    };
    connection.once("error", fail);
    connection.connect((error) => (error ? fail(error) : resolve()));
  });
  connection.on("error", () => {}); // each error also ends the message or sign-in it concerns
  const allowSilence = (ms: number) => {
    if (connection._socket) connection._socket.setTimeout(ms);
  };
  const takesUtf8 = /[ -]SMTPUTF8\b/im.test(connection.lastServerResponse || "");
  if (server.user !== "") await signIn(connection, server, token);
  return { connection, takesUtf8, isOver: () => over, allowSilence };
}

function signIn(connection: SMTPConnection, server: MailServer, token: string | null): Promise<void> {
  const { user, auth } = server;
  const credentials =
    "password" in auth ? { user, pass: auth.password } : { user, oauth2: fixedToken(user, token ?? "") };
  return new Promise((resolve, reject) => {
    const fail = (error: Error & { response?: string | undefined }) => {
      // A token exchange ends with our own error, after the server's.
      if (!error.response && /^[45]\d\d/.test(connection.lastServerResponse || "")) {
        error.response = String(connection.lastServerResponse);
      }
      connection.close();
      reject(new SmtpError("auth", error));
    };
    // A connection lost here emits the error and never calls back.
    connection.once("error", fail);
    connection.login(credentials as SMTPConnection.AuthenticationType, (error) => {
      connection.off("error", fail);
      if (error) fail(error);
      else resolve();
    });
  });
}

/** The part of nodemailer's XOAuth2 that a connection uses. The full class would fetch tokens itself. */
const fixedToken = (user: string, token: string) => ({
  getToken: (renew: boolean, callback: (error: Error | null, token?: string) => void) =>
    renew ? callback(new Error("Token refused")) : callback(null, token),
  buildXOAuth2Token: (accessToken: string) =>
    Buffer.from(`user=${user}\x01auth=Bearer ${accessToken}\x01\x01`, "utf8").toString("base64"),
});

/** nodemailer resolves names itself, so the address is checked where the connection is made. */
function openPrivately({ host, port }: MailServer, connectMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      socket.destroy();
      reject(new SmtpError("connect", error));
    };
    try {
      refusePublicAddress(host);
    } catch (error) {
      return reject(new SmtpError("connect", error as Error));
    }
    const socket = connect({ host, port, lookup: privateLookup });
    socket.setTimeout(connectMs, () => fail(Object.assign(new Error("Timeout"), { code: "ETIMEDOUT" })));
    socket.once("error", fail).once("connect", () => {
      socket.setTimeout(0);
      socket.off("error", fail);
      resolve(socket);
    });
  });
}
