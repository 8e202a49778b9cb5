import type { MailAddress } from "../parsing/parsed-mail";
import { bareAddress } from "../parsing/plain-address";
import { fromValueIn, headerBlockEnd } from "./header-block";
import type { Line } from "./line";
import { isForwardSeparator } from "./separators";

/** How mail programs begin the subject of a forwarded message, in the languages of email.md, section 7. */
const PREFIX = /^\s*(?:fwd?|wg|tr|rv|i|enc|doorst|vb|pd|пересл?|転送|转发|轉寄)\s*[:：]\s*/iu;

const isForwardSubject = (subject: string) => PREFIX.test(subject);

/** "FW: WG: Printer" as "Printer". */
export function withoutForwardPrefix(subject: string): string {
  let rest = subject;
  while (PREFIX.test(rest)) rest = rest.replace(PREFIX, "");
  return rest.trim();
}

/** The line where a forwarded message begins; null for none. A reply quotes with the same headers, so the subject decides there. */
export function forwardStart(lines: readonly Line[], subject: string): number | null {
  const separator = lines.findIndex((line) => isForwardSeparator(line));
  if (separator >= 0 && fromValueIn(lines.slice(separator, separator + 3)) !== null) return separator;
  if (!isForwardSubject(subject)) return null;
  const block = lines.findIndex((_, at) => headerBlockEnd(lines, at, false) !== null);
  return block < 0 ? null : block;
}

/** The author of a forwarded message according to its headers; null if they name no address. */
export function forwardedSender(lines: readonly Line[]): MailAddress | null {
  const from = fromValueIn(lines);
  const address =
    from &&
    bareAddress(
      from
        .replace(/mailto:/gi, " ")
        .replaceAll("[", " ")
        .replaceAll("]", " "),
    );
  if (!from || !address) return null;
  const name = from
    .replace(/[<[(].*$/s, "")
    .replace(/["*_]/g, "")
    .trim();
  return { address, name: name.includes("@") ? "" : name };
}
