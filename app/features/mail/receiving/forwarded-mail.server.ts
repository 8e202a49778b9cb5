import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { addWatcher } from "~/features/people/watchers.server";
import { withoutForwardPrefix } from "../body/forwarded-message";
import { type MailBody, readForwardedBody } from "../body/mail-body.server";
import { mailReason } from "../mail-reasons";
import { parseMail } from "../parsing/parse-mail.server";
import type { MailAddress, ParsedMail } from "../parsing/parsed-mail";
import { receiveFiles } from "./attach-files.server";
import { bodyOf } from "./body-of-mail.server";
import { addSender, findSender, type Sender } from "./known-sender.server";
import type { MailFiles } from "./store-mail.server";
import { type EmailFlag, type MailToWrite, rememberMail, writeAside, writeNewTask } from "./write-mail.server";

/**
 * A message an agent forwarded, and the agent's comment. `message` is shown to the requester, `comment` never is.
 * `mail`: the agent's own email, unchanged.
 */
export type Forward = {
  from: MailAddress;
  mail: ParsedMail;
  message: MailToWrite & { body: MailBody };
  comment: (MailToWrite & { body: MailBody }) | null;
};

const isMessage = (type: string) => type === "message/rfc822" || type === "message/global";

/**
 * The message that an agent's email forwards, attached or inline; null for none. Call it outside transactions, because
 * parsing takes time.
 */
export async function readForward(db: Db, files: MailFiles, input: MailToWrite): Promise<Forward | null> {
  const { mail } = input;
  const writer = mail.from[0] && (await findSender(db, mail.from[0].address));
  if (!writer || writer.role === "requester") return null;
  return (await readAttached(files, input)) ?? readInText(input);
}

async function readAttached(files: MailFiles, input: MailToWrite): Promise<Forward | null> {
  const attached = input.mail.files.find(({ type }) => isMessage(type));
  const parsed = attached && (await parseMail(attached.content));
  const from = parsed?.ok ? parsed.mail.from[0] : undefined;
  if (!parsed?.ok || !from) return null;
  const { mail } = parsed;
  const message = { inboundId: input.inboundId, mail, files: await receiveFiles(files, mail) };
  const own = bodyOf(input.mail, { firstOfTask: false });
  const others = input.files.filter(({ of }) => of !== attached);
  const hasComment = own.text !== "" || others.length > 0;
  return {
    ...{ from, mail: input.mail },
    message: { ...message, body: bodyOf(mail, { firstOfTask: true }) },
    comment: hasComment ? { ...input, files: others, body: own } : null,
  };
}

function readInText(input: MailToWrite): Forward | null {
  const found = readForwardedBody(input.mail);
  if (!found) return null;
  const { from, message: body, comment } = found;
  const mail = { ...input.mail, from: [from], replyTo: [], subject: withoutForwardPrefix(input.mail.subject) };
  return {
    ...{ from, mail: input.mail },
    message: { ...input, mail, body },
    comment: comment && { ...input, files: [], body: comment },
  };
}

type ForwardedTask = { agent: Sender; teamId: number; flags: EmailFlag[] };

/** Opens a task for the original sender, watched by the agent. The agent's comment becomes an internal note. */
export async function writeForwarded(
  tx: Tx,
  store: MailFiles["store"],
  { from, mail, message, comment }: Forward,
  { agent, teamId, flags }: ForwardedTask,
  now: number,
) {
  const known = await findSender(tx, from.address);
  const requester = known ?? (await addSender(tx, from, now));
  const { body } = message;
  const forwarded: EmailFlag[] = [...flags, "forwarded"];
  const task = { requester, author: agent, teamId, flags: forwarded, body };
  const written = await writeNewTask(tx, store, message, task, now);
  await rememberMail(tx, written, mail, now); // people in Cc answer the agent's mail
  await addWatcher(tx, written.taskId, agent.id, now);
  if (comment) {
    await writeAside(tx, store, comment, { taskId: written.taskId, author: agent, flags, body: comment.body }, now);
  }
  return { outcome: "task", reason: mailReason("forwarded"), ...written } as const;
}
