import MailComposer from "nodemailer/lib/mail-composer";
import type { Db } from "~/db/types";
import { renderMessage } from "~/features/conversation/markdown.server";
import { newElement } from "../body/html-tree";
import { answerKind, unsubscribeHeaders } from "../notices/notice-headers.server";
import { arrivingWithKey, bounceKey, LOOP_HEADER, loopMark, signedKey } from "../threading/signed-address.server";
import type { Composed, ComposeSender, DeliveryToSend } from "./compose-reply.server";
import { linkAddress } from "./link-address.server";
import { mailDocument, mailTree, withButtons } from "./mail-html.server";
import { mailText } from "./mail-text";
import { threadOf } from "./mail-thread.server";
import { safeHeaderLine } from "./safe-header-line";
import type { WrittenContent } from "./written-mail";

/** Composes an automatic email and marks it as automatic. */
export async function composeWritten(
  db: Db,
  delivery: DeliveryToSend,
  sender: ComposeSender,
  now: number,
): Promise<Composed> {
  const mail = await db
    .selectFrom("outgoing_mail")
    .select(["mail_id", "task_id", "kind", "content", "created_at"])
    .where("id", "=", delivery.outgoing_id)
    .executeTakeFirstOrThrow();
  const content: WrittenContent = JSON.parse(mail.content);
  const body = await withLinks(db, content, delivery, sender, now);
  const html = [content.text ?? "", body].map((markdown) => renderMessage(markdown).html).join("");
  const subject = safeHeaderLine(content.subject);
  const message = withButtons(mailTree(html, sender));
  const thread =
    mail.task_id === null
      ? {}
      : await threadOf(db, { outgoingId: delivery.outgoing_id, taskId: mail.task_id, userId: delivery.user_id });
  const kind = answerKind(mail.mail_id);
  const key =
    mail.task_id === null
      ? null
      : signedKey({ taskId: mail.task_id, userId: delivery.user_id ?? 0, kind, madeAt: now });
  const composer = new MailComposer({
    from: { name: safeHeaderLine(sender.nameOf(null)), address: sender.address },
    to: delivery.address,
    replyTo: key === null ? sender.address : arrivingWithKey(sender, key),
    subject,
    messageId: `<${mail.mail_id}>`,
    ...thread,
    date: new Date(mail.created_at),
    headers: {
      [LOOP_HEADER]: loopMark(),
      "auto-submitted": mail.kind === "acknowledgement" ? "auto-replied" : "auto-generated",
      "x-auto-response-suppress": "All",
      precedence: "bulk",
      ...unsubscribeHeaders(content.unsubscribe, { userId: delivery.user_id, origin: sender.origin }),
    },
    text: mailText(message),
    html: mailDocument(message, newElement("root"), subject),
    textEncoding: "quoted-printable",
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // Automatic mail has an empty envelope sender. `fallbackFrom` is for relays that refuse it.
  return {
    from: "",
    fallbackFrom: arrivingWithKey(sender, bounceKey(delivery.id)),
    to: delivery.address,
    raw: await composer.compile().build(),
  };
}

/** A paragraph with only a link; empty if there's no link. */
const ONLY_A_LINK = /^\[[^\]\n]*\]\(link:\w+\)$/gm;

/** The body with addresses in place of `link:name`. */
async function withLinks(
  db: Db,
  { body, links, unsubscribe }: WrittenContent,
  delivery: DeliveryToSend,
  { origin }: ComposeSender,
  now: number,
): Promise<string> {
  let linked = origin === null ? body.replace(ONLY_A_LINK, "") : body;
  for (const [name, link] of Object.entries(links)) {
    const mail = { origin, userId: delivery.user_id, address: delivery.address, unsubscribe };
    const address = await linkAddress(db, link, mail, now);
    linked = linked.replaceAll(`](link:${name})`, () => `](${address})`);
  }
  return linked;
}
