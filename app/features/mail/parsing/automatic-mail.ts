import { emailKeyOf } from "~/lib/mail-domain.server";
import { isAbsenceSubject } from "./absence-subjects";
import { firstHeader, headersNamed } from "./header-lines";
import type { ParsedMail } from "./parsed-mail";
import { bareAddresses, isMailSystem, localPart } from "./plain-address";
import { senderOf } from "./sender-of";

/** The sign that an email is automatic, strongest first. */
export type AutomaticReason =
  | "empty_return_path"
  | "mail_system"
  | "auto_submitted"
  | "autoreply_header"
  | "suppressed_responses"
  | "absence_subject"
  | "precedence"
  | "list";

export type AutomaticContext = {
  /** Addresses of this desk: list headers that name one of them come from a group that forwards to us. */
  ourAddresses: readonly string[];
  /** The setting "mail arrives through a forward or group". */
  arrivesThroughForward: boolean;
  /** Whether it answers a message that we sent. */
  isAnswerToOurs: boolean;
};

type Mail = Pick<ParsedMail, "headers" | "from" | "sender" | "originalFrom" | "returnPath" | "subject">;

/**
 * Decides two separate questions: whether a machine wrote an email, and by which sign (null: a person did); and whether
 * we may answer automatically.
 */
export function judgeAutomatic(
  mail: Mail,
  context: AutomaticContext,
): { automatic: AutomaticReason | null; mayAnswer: boolean } {
  const automatic = reasonOf(mail, context);
  const sender = senderOf(mail, context);
  const asksForNone = firstHeader(mail.headers, "x-auto-response-suppress") !== null && !suppressesNothing(mail);
  return { automatic, mayAnswer: automatic === null && !asksForNone && sender !== null && !isNoReply(sender.address) };
}

function reasonOf(mail: Mail, context: AutomaticContext): AutomaticReason | null {
  const { headers } = mail;
  const has = (name: string) => firstHeader(headers, name) !== null;
  // Microsoft marks mail forwarded by a rule as generated.
  const isNoSign = (value: string) => value === "no" || (context.arrivesThroughForward && value === "auto-generated");
  const precedences = headersNamed(headers, "precedence").map((value) =>
    value.replace(/\(.*$/s, "").trim().toLowerCase(),
  );

  if (mail.returnPath === "") return "empty_return_path";
  if (isMailSystem(senderOf(mail, context)?.address ?? "")) return "mail_system";
  if (!autoSubmitted(headers).every(isNoSign)) return "auto_submitted";
  if (headersNamed(headers, "x-autoreply").some((value) => !/^\s*no\s*$/i.test(value))) return "autoreply_header";
  if (suppressesAll(headers) && has("x-ms-exchange-inbox-rules-loop")) return "suppressed_responses";
  if (context.isAnswerToOurs && isAbsenceSubject(mail.subject)) return "absence_subject";
  if (precedences.some((value) => /^(bulk|junk|auto[_-]reply)$/.test(value))) return "precedence";
  if (context.arrivesThroughForward || isOurList(mail, context)) return null;
  if (has("list-id")) return "list";
  return precedences.includes("list") ? "precedence" : null;
}

/** "auto-replied" out of "auto-replied (vacation)"; a value that isn't a word counts as "no". */
const autoSubmitted = (headers: Mail["headers"]) =>
  headersNamed(headers, "auto-submitted").map((value) => /^\s*([\w-]+)/.exec(value)?.[1]?.toLowerCase() ?? "no");

const suppressesAll = (headers: Mail["headers"]) =>
  headersNamed(headers, "x-auto-response-suppress").some((value) => /(?:^|[\s,])all(?:$|[\s,])/i.test(value));

const suppressesNothing = ({ headers }: Mail) =>
  headersNamed(headers, "x-auto-response-suppress").every((value) => /^(?:none)?$/i.test(value.trim()));

const LIST_HEADERS = [
  "list-id",
  "list-post",
  "list-owner",
  "list-help",
  "list-subscribe",
  "list-unsubscribe",
  "mailing-list",
];

/**
 * Whether the list is a group whose address is one of ours: `List-Post: <mailto:help@one.example>`. Mail from another
 * list, forwarded by such a group, has both List-Ids.
 */
function isOurList({ headers }: Mail, { ourAddresses }: AutomaticContext): boolean {
  const ours = new Set(ourAddresses.map(emailKeyOf));
  const ids = headersNamed(headers, "list-id");
  if (ids.length > 1 && ids.some((id) => !namesOneOf(id, ours))) return false;
  return headersNamed(headers, ...LIST_HEADERS).some((value) => namesOneOf(value, ours));
}

function namesOneOf(header: string, ours: ReadonlySet<string>): boolean {
  const addresses = bareAddresses(header.replace(/mailto:/gi, " ").replace(/[?&]/g, " "));
  if (addresses.some((address) => ours.has(emailKeyOf(address)))) return true;
  // "IT help <help.one.example>": a list id has a dot in place of the "@".
  const id = /<([^<>\s@]{1,320})>/.exec(header)?.[1]?.toLowerCase();
  return id !== undefined && [...ours].some((address) => address.replace("@", ".") === id);
}

const NO_REPLY =
  /^(?:no-?_?\.?reply|do-?_?\.?not-?_?\.?reply|dont-?reply|nicht-?antworten|keine-?antwort|ne-?pas-?repondre|no-?responder|noresponse|no-?response|non-?rispondere|nao-?responda|bounces?|mail(?:er)?-daemon|postmaster|notifications?|notify|auto-?reply|auto-?responder|daemon|listserv|majordomo)(?:[-+._=]|$)/;
const NO_REPLY_INSIDE = /(?:^|[-+._])(?:no-?_?reply|donotreply|do-not-reply|bounces?)(?:[-+._=]|\d*$)/;

/** Local parts of mailboxes that no one reads, such as `no-reply`. */
export function isNoReply(address: string): boolean {
  const local = localPart(address).slice(0, 100);
  return NO_REPLY.test(local) || NO_REPLY_INSIDE.test(local);
}
