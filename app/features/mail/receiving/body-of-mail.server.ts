import { type MailBody, readBody } from "../body/mail-body.server";
import type { ParsedMail } from "../parsing/parsed-mail";

const read = new WeakMap<ParsedMail, Map<boolean, MailBody>>();

/** The body of an email, cached per option, because parsing a large one is slow. */
export function bodyOf(mail: ParsedMail, { firstOfTask }: { firstOfTask: boolean }): MailBody {
  const bodies = read.get(mail) ?? new Map<boolean, MailBody>();
  read.set(mail, bodies);
  const body = bodies.get(firstOfTask) ?? readBody(mail, { firstOfTask });
  bodies.set(firstOfTask, body);
  return body;
}
