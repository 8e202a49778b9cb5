import type { Readable } from "node:stream";
import { describeFault, oneLine } from "./connection-words";
import type { MailServer } from "./mail-server";
import { OAuthRefused } from "./oauth-refused";
import { mayRefuseEmptySender } from "./smtp-answers";
import { openSmtp, SmtpError, type SmtpLine, type SmtpTiming } from "./smtp-connection.server";
import { type Try, transact, tryEndedBy } from "./smtp-transaction.server";
import * as say from "./transport-copy";

/** One message to one recipient. */
export type OutgoingMail = {
  /** The envelope sender; "" for automatic mail. */
  from: string;
  /** Replaces an empty `from` if the relay refuses that. */
  fallbackFrom?: string;
  to: string;
  /** The finished message, or a function that opens it: called once per attempt. */
  raw: Buffer | (() => Readable);
  /** Bytes, if known. */
  size?: number;
};

export type SendResult =
  | {
      outcome: "sent";
      /** The relay's last answer. */
      answer: string;
      /** The Message-ID that the relay assigned in place of ours, without angle brackets. */
      messageId: string | null;
    }
  /** Retry later, or never. `words` is the relay's whole response. */
  | { outcome: "deferred" | "failed"; code: number; status: string | null; words: string }
  /** The connection was lost once the relay had asked for the message: it may have been sent. */
  | { outcome: "unclear"; words: string }
  /** The relay refuses the address's credentials or its sender: no message will be accepted until an admin acts. */
  | { outcome: "refused_credentials"; words: string }
  /** The relay can't be used at the moment; nothing was sent. */
  | { outcome: "away"; words: string };

export type SmtpRelay = {
  /** Sends one message. Never rejects. */
  sendOne: (mail: OutgoingMail) => Promise<SendResult>;
  /** Closes all connections. A message being sent ends as `unclear` or `away`. */
  close: () => void;
};

type RelayOptions = Partial<SmtpTiming> & { maxConnections?: number; idleMs?: number; answerMs?: number };

const MESSAGES_PER_CONNECTION = 100;

/** The connections of one address to its SMTP server. They open when needed and close after a while without mail. */
export function openRelay(server: MailServer, options: RelayOptions = {}): SmtpRelay {
  const { connectMs = 30_000, silenceMs = 2 * 60_000, answerMs = 10 * 60_000 } = options;
  const { maxConnections = 3, idleMs = 30_000 } = options;
  const timing = { connectMs, silenceMs };
  type Kept = { line: SmtpLine; sent: number; timer?: NodeJS.Timeout };
  const idle: Kept[] = [];
  const waiting: (() => void)[] = [];
  const closing = new AbortController();
  let busy = 0;
  let refusesEmptySender = false;

  async function sendOne(mail: OutgoingMail): Promise<SendResult> {
    if (busy >= maxConnections) await new Promise<void>((resolve) => waiting.push(resolve));
    else busy++;
    try {
      const withSender = { ...mail, from: mail.from || (mail.fallbackFrom ?? "") };
      const first = await tryOnce(refusesEmptySender ? withSender : mail);
      if (refusesEmptySender || !isSenderRefused(mail, first)) return first.result;
      const second = await tryOnce(withSender);
      refusesEmptySender = second.result.outcome === "sent"; // or the sender may not have been the reason
      return second.result;
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  }

  /** The server may have closed an idle connection, which only shows on use. */
  async function tryOnce(mail: OutgoingMail): Promise<Try> {
    for (let kept = takeIdle(); kept; kept = takeIdle()) {
      const tried = await use(kept, mail);
      if (tried.result.outcome !== "away" || closing.signal.aborted) return tried;
    }
    try {
      return await use({ line: await openLine(server, timing, closing.signal), sent: 0 }, mail);
    } catch (error) {
      return failedToOpen(error, server);
    }
  }

  function takeIdle(): Kept | undefined {
    const kept = idle.pop();
    clearTimeout(kept?.timer);
    return kept?.line.isOver() ? takeIdle() : kept;
  }

  async function use(kept: Kept, mail: OutgoingMail): Promise<Try> {
    const tried = await transact(kept.line, server, mail, { silenceMs, answerMs }, closing.signal);
    const isReusable = tried.result.outcome === "sent" && ++kept.sent < MESSAGES_PER_CONNECTION;
    if (!isReusable || closing.signal.aborted) kept.line.connection.close();
    else {
      kept.timer = setTimeout(() => {
        idle.splice(idle.indexOf(kept), 1);
        kept.line.connection.quit();
      }, idleMs).unref();
      idle.push(kept);
    }
    return tried;
  }

  return {
    sendOne,
    close() {
      closing.abort();
      for (let kept = takeIdle(); kept; kept = takeIdle()) kept.line.connection.close();
    },
  };
}

/** Sends one message over a separate connection. */
export async function sendOne(server: MailServer, mail: OutgoingMail, options?: RelayOptions): Promise<SendResult> {
  const relay = openRelay(server, options);
  try {
    return await relay.sendOne(mail);
  } finally {
    relay.close();
  }
}

const isSenderRefused = (mail: OutgoingMail, { refusal }: Try) =>
  mail.from === "" &&
  Boolean(mail.fallbackFrom) &&
  refusal !== undefined &&
  mayRefuseEmptySender(refusal.answer, refusal.step);

async function openLine(server: MailServer, timing: SmtpTiming, signal: AbortSignal): Promise<SmtpLine> {
  const opened = signIn();
  const over = new AbortController();
  const line = await Promise.race([opened, abortOf(signal, over.signal)]).finally(() => over.abort());
  if (line) return line;
  opened.then(({ connection }) => connection.close()).catch(() => {});
  throw new SmtpError("connect", { message: say.shuttingDown });

  async function signIn() {
    if ("password" in server.auth) return openSmtp(server, timing, null);
    const { accessToken } = server.auth;
    const token = await accessToken();
    try {
      return await openSmtp(server, timing, token);
    } catch (error) {
      if (!(error instanceof SmtpError && error.step === "auth" && error.answer)) throw error;
      // A token can be revoked before it expires.
      const another = await accessToken(token);
      if (another === token) throw error;
      return openSmtp(server, timing, another);
    }
  }
}

function failedToOpen(error: unknown, server: MailServer): Try {
  if (error instanceof SmtpError && error.answer) return tryEndedBy(error.answer, error.step);
  if (error instanceof SmtpError) {
    const isOurs = error.cause.message === say.shuttingDown;
    return { result: { outcome: "away", words: isOurs ? say.shuttingDown : describeFault(error.cause, server) } };
  }
  // The access token isn't available.
  const words = oneLine(error instanceof Error ? error.message : String(error));
  return { result: { outcome: error instanceof OAuthRefused ? "refused_credentials" : "away", words } };
}

/** Resolves when `signal` aborts; stops listening when `over` does. */
const abortOf = (signal: AbortSignal, over: AbortSignal) =>
  new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener("abort", () => resolve(null), { once: true, signal: over });
  });
