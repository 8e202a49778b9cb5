import type { Readable } from "node:stream";
import MailComposer from "nodemailer/lib/mail-composer";
import type { Db } from "~/db/types";
import { formatFileSize } from "~/features/conversation/attachments/attachments";
import { renderMessage } from "~/features/conversation/markdown.server";
import type { FileStore } from "~/features/files/file-store.server";
import { isAgent } from "~/features/users/users";
import { append, escapeHtml } from "../body/html-tree";
import { fillMailTemplate } from "../templates/fill-mail-template.server";
import { arrivingWithKey, bounceKey, LOOP_HEADER, loopMark, signedKey } from "../threading/signed-address.server";
import { linkAddress } from "./link-address.server";
import { type FilesToSend, filesToSend, largeFiles, mailAttachments, pictureInMail } from "./mail-files.server";
import { mailDocument, mailTree, withButtons } from "./mail-html.server";
import { mailText } from "./mail-text";
import { originalSubject, threadOf } from "./mail-thread.server";
import { safeHeaderLine } from "./safe-header-line";
import * as say from "./sending-copy";
import { visibleRecipients } from "./visible-recipients.server";
import type { MailLink, ReplyContent } from "./written-mail";

export type DeliveryToSend = {
  id: number;
  outgoing_id: number;
  user_id: number | null;
  address: string;
};

/** `fallbackFrom`: the envelope sender for a relay that refuses an empty one. `raw` is opened for each attempt. */
export type Composed = { from: string; fallbackFrom?: string; to: string; raw: Buffer | (() => Readable) };

export type ComposeSender = {
  address: string;
  plusArrives: boolean | null;
  /** Origin of links, such as `https://desk.example.org`; null if unknown. */
  origin: string | null;
  /** The display name for a message of this author. */
  nameOf: (author: string | null) => string;
};

/**
 * Composes one recipient's copy of a public message. All copies share the Message-ID and text. Each has its own
 * envelope sender, Reply-To address, thread and links.
 */
export async function composeReply(
  db: Db,
  store: FileStore,
  delivery: DeliveryToSend,
  sender: ComposeSender,
  now: number,
): Promise<Composed> {
  const mail = await replyToSend(db, delivery);
  const { taskId, mailId } = mail;
  const copy = { outgoingId: delivery.outgoing_id, deliveryId: delivery.id, taskId, userId: delivery.user_id };
  const files = await filesToSend(db, { id: mail.messageId, taskId, html: mail.html });
  const linkTo = (link: MailLink) =>
    linkAddress(db, link, { origin: sender.origin, userId: delivery.user_id, address: delivery.address }, now);
  const message = mailTree(mail.html, { origin: sender.origin, pictureOf: pictureInMail(files) });
  const question = withButtons(mailTree(await solvedPart(mail, sender, linkTo), sender));
  for (const node of question.children) append(message, node);
  const added = mailTree(await addedPart(db, mail, sender, files, linkTo), sender);
  const subject = safeHeaderLine(say.replySubject((await originalSubject(db, taskId)) ?? mail.title, taskId));
  const key = signedKey({ taskId, userId: delivery.user_id ?? 0, kind: "reply", madeAt: now });
  const headers = {
    from: { name: safeHeaderLine(sender.nameOf(mail.author)), address: sender.address },
    ...(await visibleRecipients(db, copy)),
    replyTo: arrivingWithKey(sender, key),
    ...{ subject, messageId: `<${mailId}>`, date: new Date(mail.at) },
    headers: { [LOOP_HEADER]: loopMark(), ...(mail.rule !== null && AUTOMATIC_HEADERS) },
    ...(await threadOf(db, copy)),
  };
  const body = {
    text: [message, added].map(mailText).filter(Boolean).join("\n\n"),
    html: mailDocument(message, added, subject),
    textEncoding: "quoted-printable" as const,
    ...{ disableFileAccess: true, disableUrlAccess: true },
  };
  const open = () =>
    new MailComposer({ ...headers, ...body, attachments: mailAttachments(store, files) }).compile().createReadStream();
  return { from: arrivingWithKey(sender, bounceKey(delivery.id)), to: delivery.address, raw: open };
}

/** Headers of a rule's reply, which ask machines not to answer. */
const AUTOMATIC_HEADERS = { "auto-submitted": "auto-generated", "x-auto-response-suppress": "All", precedence: "bulk" };

async function replyToSend(db: Db, delivery: DeliveryToSend) {
  const row = await db
    .selectFrom("outgoing_mail")
    .innerJoin("message", "message.id", "outgoing_mail.message_id")
    .innerJoin("task", "task.id", "outgoing_mail.task_id")
    .leftJoin("user as author", "author.id", "message.author_id")
    .leftJoin("mail_address", "mail_address.id", "outgoing_mail.address_id")
    .select(["outgoing_mail.mail_id", "outgoing_mail.content", "outgoing_mail.created_at", "task.id as task_id"])
    .select([
      "task.title",
      "task.requester_id",
      "message.id as message_id",
      "message.body_html",
      "author.name as author",
    ])
    .select(["mail_address.host", "message.automated"])
    .where("outgoing_mail.id", "=", delivery.outgoing_id)
    .executeTakeFirstOrThrow();
  const recipient = await db
    .selectFrom("user")
    .select("role")
    .where("id", "=", delivery.user_id ?? 0)
    .executeTakeFirst();
  const content: ReplyContent = JSON.parse(row.content);
  const rule = row.automated === 1 ? await ruleOf(db, row.message_id) : null;
  return {
    ...{ mailId: row.mail_id, at: row.created_at, taskId: row.task_id, title: row.title, rule },
    author: rule === null ? row.author : null,
    ...{
      messageId: row.message_id,
      html: row.body_html,
      host: row.host ?? "",
      role: recipient?.role ?? ("requester" as const),
    },
    isResolved: content.resolved === true && delivery.user_id === row.requester_id,
  };
}

/** The name of the rule that sent a message. */
async function ruleOf(db: Db, messageId: number): Promise<string | null> {
  const run = await db
    .selectFrom("event")
    .innerJoin("rule_run", "rule_run.id", "event.rule_run_id")
    .select("rule_run.rule_name")
    .where("event.message_id", "=", messageId)
    .executeTakeFirst();
  return run?.rule_name ?? "";
}

type ReplyToSend = Awaited<ReturnType<typeof replyToSend>>;
type LinkTo = (link: MailLink) => Promise<string>;

/** Asks the requester to confirm that the resolved request is solved. */
async function solvedPart({ isResolved, taskId }: ReplyToSend, { origin }: ComposeSender, linkTo: LinkTo) {
  if (!isResolved || origin === null) return "";
  const to = `/tasks/${taskId}`;
  const [yes, no] = [await linkTo({ to, key: "solved" }), await linkTo({ to, key: "not_solved" })];
  return `<hr><p>${say.isItSolved}</p>${paragraph(link(say.solved, yes))}${paragraph(link(say.notSolved, no))}`;
}

/** The end of a reply: links to large files, the site's footer, and the link to the request. */
async function addedPart(
  db: Db,
  { taskId, host, author, role, rule }: ReplyToSend,
  { origin }: ComposeSender,
  files: FilesToSend,
  linkTo: LinkTo,
): Promise<string> {
  const { body } = await fillMailTemplate(db, { kind: "footer", host }, { taskId, origin, agent: author });
  const large = largeFiles(files).map(
    ({ name, size, path }) => `<li>${link(say.fileAndSize(name, formatFileSize(size)), path)}</li>`,
  );
  const page = `/tasks/${taskId}`;
  const view = isAgent({ role }) ? page : await linkTo({ to: page, key: "sign_in" });
  return [
    ...(large.length > 0 ? [paragraph(say.filesTooLarge(large.length)), `<ul>${large.join("")}</ul>`] : []),
    ...(rule === null || rule === "" ? [] : [paragraph(escapeHtml(say.sentByRule(rule)))]),
    renderMessage(body).html,
    ...(origin === null ? [] : [paragraph(link(say.viewRequest, view))]),
  ].join("");
}

const paragraph = (html: string) => `<p>${html}</p>`;
const link = (words: string, address: string) => `<a href="${escapeHtml(address)}">${escapeHtml(words)}</a>`;
