import { oneLine } from "./connection-words";

/** A server's parsed response to a command. */
export type SmtpAnswer = {
  /** 250, 451, 550 … */
  code: number;
  /** The enhanced status (RFC 3463), "5.1.1"; null if the answer has none. */
  status: string | null;
  /** The whole answer on one line, codes included. */
  words: string;
};

/** Null for text that isn't an answer. */
export function readAnswer(text: string): SmtpAnswer | null {
  const match = /^(\d{3})(?:[ -]([245]\.\d{1,3}\.\d{1,3})\b)?/.exec(text);
  if (!match) return null;
  const lines = text.split(/\r?\n/).map((line, index) => (index === 0 ? line : line.replace(/^\d{3}[ -]/, "")));
  return { code: Number(match[1]), status: match[2] ?? null, words: oneLine(lines.join(" ")) };
}

export type SmtpStep = "connect" | "auth" | "mail" | "rcpt" | "data";

/** The subject of an error response. */
export type Refusal = "credentials" | "away" | "deferred" | "failed";

/** Authentication is required, too weak, wrong, or needs encryption. */
const SIGN_IN_CODES = [530, 534, 535, 538];
/** Refusals of a sender that these credentials don't allow, as worded by Postfix, Exim and Exchange. */
const FOREIGN_SENDER =
  /not owned by user|sender address rejected|not permitted to send as|permissions? to send as|sendasdenied|sender (?:is )?not (?:authori[sz]ed|allowed)/i;

/**
 * Classifies a response of 400 or more. A refusal of the sign-in or the sender concerns the whole address, because the
 * next message would fail too. `from` is the envelope sender.
 */
export function classify({ code, status, words }: SmtpAnswer, step: SmtpStep, from = ""): Refusal {
  if (SIGN_IN_CODES.includes(code)) return "credentials";
  if (code === 421) return "away"; // the server closes the connection, regardless of the command
  if (step === "auth") return code >= 500 ? "credentials" : "away";
  if (step === "connect") return "away";
  if (code < 500) return "deferred";
  if (step === "mail" && /^5\.7\.|^5\.1\.[78]$/.test(status ?? "")) return "credentials";
  const mayBeSender = step === "mail" || (step === "rcpt" && isAboutSender(words, from));
  return mayBeSender && FOREIGN_SENDER.test(words) ? "credentials" : "failed";
}

/**
 * Whether a response to RCPT starts with our sender, as Postfix words it. Ignores later words, which may quote the
 * recipient's server, so that it can't stop all mail.
 */
const isAboutSender = (words: string, from: string) =>
  from !== "" &&
  words
    .replace(/^\d{3}[ -](?:[245]\.\d+\.\d+ )?/, "")
    .toLowerCase()
    .startsWith(`<${from.toLowerCase()}>`);

/** Whether a refusal may be due to the empty sender. Postfix reports it only after the recipient. */
export function mayRefuseEmptySender({ code, status, words }: SmtpAnswer, step: SmtpStep): boolean {
  if (code < 500 || SIGN_IN_CODES.includes(code)) return false;
  if (step === "mail") return !/size|too (?:big|large)/i.test(words);
  return /^5\.1\.[78]$/.test(status ?? "") || /sender|mail from|return.?path|send as|<>/i.test(words);
}

/**
 * The Message-ID in the relay's response, without angle brackets: Microsoft 365 and others replace ours. Null if there
 * is none, or if the only address in the response is of the envelope.
 */
export function messageIdIn(answer: string, envelope: readonly string[]): string | null {
  if (!/^250[ -]/.test(answer)) return null;
  const ids = [...answer.matchAll(/<([^<>\s@]+@[^<>\s@]+)>/g)].map(([, id = ""]) => id);
  return ids.find((id) => !envelope.some((address) => address.toLowerCase() === id.toLowerCase())) ?? null;
}
