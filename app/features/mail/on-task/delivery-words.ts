import * as say from "./on-task-copy";

/** Reasons by status (RFC 3463), ignoring its class; the first match counts. */
const REASONS: [RegExp, string][] = [
  [/^\d\.1\.2$|^\d\.4\.4$/, say.noSuchDomain],
  [/^\d\.1\./, say.noSuchMailbox],
  [/^\d\.2\.1$/, say.mailboxDisabled],
  [/^\d\.2\.2$/, say.mailboxFull],
  [/^\d\.2\.3$|^\d\.3\.4$/, say.tooLarge],
  [/^\d\.4\./, say.notReachable],
  [/^\d\.7\./, say.refusedByServer],
];

const MOST_CHARACTERS = 120;

/** Why a delivery failed, as the end of a sentence: "mailbox full". Otherwise the server's own words. */
export function failureReason({ status, words }: { status: string | null; words: string }): string {
  const known = REASONS.find(([codes]) => codes.test(status ?? ""));
  if (known) return known[1];
  const said = words.replace(/\s+/g, " ").trim();
  if (said === "") return say.unknownReason;
  return said.length > MOST_CHARACTERS ? `${said.slice(0, MOST_CHARACTERS)}…` : said;
}

/** Why nothing is sent to an address. */
export const suppressionReason = (hardBounces: number) =>
  hardBounces > 0 ? say.bouncedOften(hardBounces) : say.reportedAsSpam;
