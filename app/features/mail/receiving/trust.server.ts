import { Resolver } from "node:dns/promises";
import { log } from "~/lib/log.server";
import { readAuthenticationResults } from "../parsing/authentication-results";
import type { MailAddress, ParsedMail } from "../parsing/parsed-mail";
import { addressKey } from "../parsing/plain-address";

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

/** What the receiving server found about the sender, or else what we found ourselves when the mail was handed over. */
export function trustIn(row: TrustRow, mail: ParsedMail, from: MailAddress): Trust {
  const server = serverOf(row);
  if (server === "") return isOnlyAuthor(mail, from) ? (row.verdict ?? "none") : "none";
  const verdict = readAuthenticationResults(mail.headers, server, from.address);
  if (!verdict) return "none";
  if (verdict.aligned) return "pass";
  // A pass that isn't aligned is one for another domain.
  return verdict.dmarc === "fail" || verdict.dmarc === "pass" ? "fail" : "none";
}

const isOnlyAuthor = ({ from }: ParsedMail, { address }: MailAddress) =>
  from.length === 1 && from.every((author) => addressKey(author.address) === addressKey(address));

/** Whether we check the sender ourselves: a server handed the mail over, and none is trusted to have checked it. */
export const needsOwnCheck = (row: Omit<TrustRow, "verdict"> & { way: string }) =>
  row.way === "listener" && serverOf(row) === "";

/** Looks up DNS records, as `resolve` of node:dns does. */
export type ResolveDns = (name: string, type: string) => Promise<unknown>;

const DNS = new Resolver({ timeout: 3_000, tries: 2 });
const resolveDns: ResolveDns = (name, type) => DNS.resolve(name, type);

/**
 * Checks DKIM, ARC and DMARC. SPF can't be judged: the mail came from the server that handed it over. So a failure counts only
 * where the domain asks to refuse such mail, and no server on the way vouches for it (ARC). `none` without the optional package
 * mailauth.
 */
export async function checkSender(source: Buffer, resolver: ResolveDns = resolveDns): Promise<Trust> {
  try {
    const { authenticate } = await import("mailauth");
    const { dmarc, arc } = await authenticate(source, { resolver: resolver as never, disableBimi: true });
    if (!dmarc) return "none";
    const signed = dmarc.alignment?.dkim;
    // A signature over a part of the text lets anyone add to it.
    if (dmarc.status.result === "pass") return signed?.result && !signed.underSized ? "pass" : "none";
    const isRefused = dmarc.status.result === "fail" && dmarc.policy !== undefined && dmarc.policy !== "none";
    const isVouchedFor = arc && arc.status.result === "pass";
    return isRefused && !isVouchedFor ? "fail" : "none";
  } catch (error) {
    log.warn({ err: error }, "The sender of a message can't be checked");
    return "none";
  }
}
