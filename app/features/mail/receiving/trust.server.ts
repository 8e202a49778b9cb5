import { Resolver } from "node:dns/promises";
import { setTimeout } from "node:timers/promises";
import { log } from "~/lib/log.server";
import { emailKeyOf } from "~/lib/mail-domain.server";
import { readAuthenticationResults } from "../parsing/authentication-results";
import { headerLines, headersNamed } from "../parsing/header-lines";
import type { MailAddress, ParsedMail } from "../parsing/parsed-mail";

/**
 * Whether a mail is from the sender it names. Agents' public replies and commands, forwards, people in copy and matching by subject
 * need a pass.
 *
 * pass  DMARC passed for the domain in From
 * fail  DMARC failed: the mail may be forged
 * none  no server that we trust says anything
 */
export type Trust = "pass" | "fail" | "none";

/** The columns that decide which verdicts count. */
type TrustRow = { trusted_server: string; learned_server: string | null; verdict: Trust | null };

const serverOf = ({ trusted_server, learned_server }: Omit<TrustRow, "verdict">) =>
  trusted_server || learned_server || "";

/** The receiving server's verdict on the sender, or our own verdict if a server handed the email over. */
export function trustIn(row: TrustRow, mail: ParsedMail, from: MailAddress): Trust {
  const server = serverOf(row);
  if (server === "") return isOnlyAuthor(mail, from) ? (row.verdict ?? "none") : "none";
  const verdict = readAuthenticationResults(mail.headers, server, from.address);
  if (!verdict) return "none";
  // The verdict covers the domain of a single From address.
  if (verdict.aligned) return isOnlyAuthor(mail, from) ? "pass" : "none";
  // A pass that isn't aligned belongs to another domain.
  return verdict.dmarc === "fail" || verdict.dmarc === "pass" ? "fail" : "none";
}

const isOnlyAuthor = ({ from }: ParsedMail, { address }: MailAddress) =>
  from.length === 1 && from.every((author) => emailKeyOf(author.address) === emailKeyOf(address));

/** Whether we check the sender ourselves: a server handed the email over, and no trusted server has checked it. */
export const needsOwnCheck = (row: Omit<TrustRow, "verdict"> & { way: string }) =>
  row.way === "listener" && serverOf(row) === "";

/** Looks up DNS records, as `resolve` of node:dns does. */
export type ResolveDns = (name: string, type: string) => Promise<unknown>;

const DNS = new Resolver({ timeout: 3_000, tries: 2 });
const resolveDns: ResolveDns = (name, type) => DNS.resolve(name, type);

/** Each signature costs a DNS query and a hash of the whole mail. */
const MOST_SIGNATURES = 10;
const MOST_ARC_SETS = 5;
const MOST_HEADER_BYTES = 1_000_000;
const LONGEST_CHECK_MS = 20_000;

function hasTooManySignatures(source: Buffer): boolean {
  const block = source.subarray(0, MOST_HEADER_BYTES);
  const end = /\r?\n\r?\n/.exec(block.toString("latin1"))?.index;
  if (end === undefined) return block.length === MOST_HEADER_BYTES;
  const headers = headerLines(block.subarray(0, end));
  const count = (name: string) => headersNamed(headers, name).length;
  const arcSets = Math.max(count("arc-seal"), count("arc-message-signature"));
  return count("dkim-signature") > MOST_SIGNATURES || arcSets > MOST_ARC_SETS;
}

/**
 * Checks DKIM, ARC and DMARC. SPF can't be judged: the mail came from the server that handed it over. So a failure
 * counts only if the domain asks receivers to reject such mail and no intermediate server vouches for it (ARC). Returns
 * `none` without the optional package mailauth, for mail with too many signatures, and on timeout.
 */
export async function checkSender(source: Buffer, resolver = resolveDns, most = LONGEST_CHECK_MS): Promise<Trust> {
  if (hasTooManySignatures(source)) return "none";
  try {
    const { authenticate } = await import("mailauth");
    const checked = authenticate(source, { resolver: resolver as never, disableBimi: true });
    const { dmarc, arc } = (await Promise.race([checked, setTimeout(most, null, { ref: false })])) ?? {};
    if (!dmarc) return "none";
    const signed = dmarc.alignment?.dkim;
    // With a signature over only a part of the text, anyone could append to it.
    if (dmarc.status.result === "pass") return signed?.result && !signed.underSized ? "pass" : "none";
    const isRefused = dmarc.status.result === "fail" && dmarc.policy !== undefined && dmarc.policy !== "none";
    const isVouchedFor = arc && arc.status.result === "pass";
    return isRefused && !isVouchedFor ? "fail" : "none";
  } catch (error) {
    log.warn({ err: error }, "The sender of a message can't be checked");
    return "none";
  }
}
