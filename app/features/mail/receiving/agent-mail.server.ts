import type { Tx } from "~/db/transaction.server";
import { taskToChange } from "~/features/tasks/task-rows.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS, HOUR_MS } from "~/lib/durations";
import { mailReason } from "../mail-reasons";
import type { ParsedMail } from "../parsing/parsed-mail";
import { readReplyCommands } from "../parsing/reply-commands";
import { plainMarkdown } from "../plain-markdown";
import { senderFor } from "../sending/mail-sender.server";
import { planWritten } from "../sending/plan-written.server";
import { AGENT_ADDRESS_DAYS, type SignedPlace } from "../threading/signed-address.server";
import { bodyOf } from "./body-of-mail.server";
import type { Sender } from "./known-sender.server";
import * as say from "./receiving-copy";
import { type Carried, carryOut, commandText } from "./reply-actions.server";
import type { MailFiles } from "./store-mail.server";
import { type EmailFlag, type MailToWrite, writeAgentReply, writeAside } from "./write-mail.server";

type AgentMail = {
  taskId: number;
  author: Sender;
  /** Where the agent wrote from. */
  address: string;
  /** Whether the receiving server verified the sender. */
  isTrusted: boolean;
  signed: SignedPlace | null;
  flags: EmailFlag[];
};

type Taken = { outcome: "reply"; reason: string; taskId: number; messageId?: number; isPublic: boolean };

/**
 * Handles an agent's email about a task. It becomes a public reply if it answers a notification of a public message and
 * its sender is verified; otherwise an internal note. Commands in its first lines run, and one email reports their
 * results.
 */
export async function takeAgentMail(
  tx: Tx,
  store: MailFiles["store"],
  input: MailToWrite,
  agentMail: AgentMail,
  now: number,
): Promise<Taken> {
  const { taskId, author, signed, flags } = agentMail;
  const { commands, text } = commandsIn(input.mail);
  const viewer = await actingAgent(tx, author.id);
  const works = (await taskToChange(tx, viewer, taskId))?.works === 1;
  const isTheirs = signed?.userId === author.id;
  const isExpired = isTheirs && now >= signed.madeAt + (AGENT_ADDRESS_DAYS + 1) * DAY_MS;
  const mayAct = agentMail.isTrusted && works;
  const wantsReply = isTheirs && signed.kind === "reply" && !commands.some(({ kind }) => kind === "note");

  // The text below the commands. Without its HTML: the commands are in there too.
  const rest = mayAct && commands.length > 0 ? { ...input, mail: { ...input.mail, html: null, text } } : input;
  const isEmpty = rest !== input && text.trim() === "" && input.files.length === 0;
  const isPublic = mayAct && wantsReply && !isExpired && !isEmpty;
  const setsStatus = commands.some(({ kind }) => kind === "status" || kind === "close");
  const written = isEmpty
    ? { taskId }
    : isPublic
      ? await writeAgentReply(tx, store, rest, { taskId, author, flags, keepsStatus: setsStatus }, now)
      : await writeAside(tx, store, rest, { taskId, author, flags }, now);

  const wasRefused = wantsReply && !isPublic && !isEmpty;
  if (commands.length > 0 || wasRefused) {
    const refusal = works ? (agentMail.isTrusted ? null : say.notVerified) : say.noAccess;
    const notice = refusal ?? (wasRefused ? say.expiredAddress(AGENT_ADDRESS_DAYS) : null);
    const carried = refusal === null ? await carryOut(tx, viewer, taskId, commands, now) : null;
    const refused = refusal === null ? [] : commands.map(commandText);
    const added = isEmpty || notice !== null ? null : isPublic ? say.addedReply : say.addedNote;
    await answer(tx, agentMail, { notice, added, carried, refused, showsTitle: works }, now);
  }
  const reason = mailReason(mayAct && commands.length > 0 ? "command" : isPublic ? "answer" : "note");
  return { outcome: "reply", reason, isPublic, ...written };
}

const commandsIn = (mail: ParsedMail) => readReplyCommands(bodyOf(mail, { firstOfTask: false }).text);

/** Whether the first lines of a mail are commands. */
export const hasCommands = (mail: ParsedMail) => commandsIn(mail).commands.length > 0;

/** The agent as a viewer, so the web's access rules apply. */
const actingAgent = (tx: Tx, id: number): Promise<Viewer> =>
  tx
    .selectFrom("user")
    .select(["id", "name", "email", "role", "preferences"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/**
 * notice   why the mail became a note, or nothing more
 * added    how its text was added
 * carried  commands that ran, with their results; null if none did
 * refused  commands that didn't run
 */
type Result = {
  notice: string | null;
  added: string | null;
  carried: readonly Carried[] | null;
  refused: readonly string[];
  showsTitle: boolean;
};

/** Hourly limit, per agent, of answers to unverified mail, which may be forged to flood them. */
const UNPROVED_ANSWERS = 2;

async function answer(
  tx: Tx,
  { taskId, author, address, flags }: AgentMail,
  result: Result,
  now: number,
): Promise<void> {
  const sender = flags.includes("no_answer") ? null : await senderFor(tx, taskId);
  if (!sender) return;
  if (result.carried === null && (await answersTo(tx, author.id, now)) >= UNPROVED_ANSWERS) return;
  const { title } = await tx.selectFrom("task").select("title").where("id", "=", taskId).executeTakeFirstOrThrow();
  const content = {
    subject: say.aboutYourEmail(taskId, result.showsTitle ? title : say.yourEmail),
    body: resultInWords(result),
    links: { view: { to: `/tasks/${taskId}` } },
    needs: { work: result.showsTitle ? [taskId] : [], see: [] },
  };
  const to = { userId: author.id, address };
  await planWritten(tx, { kind: "command_result", sender, taskId, to, content, answersAre: "note" }, now);
}

async function answersTo(tx: Tx, userId: number, now: number): Promise<number> {
  const { answers } = await tx
    .selectFrom("delivery")
    .innerJoin("outgoing_mail", "outgoing_mail.id", "delivery.outgoing_id")
    .select(({ fn }) => fn.countAll<number>().as("answers"))
    .where("delivery.user_id", "=", userId)
    .where("delivery.created_at", ">", now - HOUR_MS)
    .where("outgoing_mail.kind", "=", "command_result")
    .executeTakeFirstOrThrow();
  return answers;
}

/** Markdown. The agent's text is shown as code, so nothing in it is formatted. */
function resultInWords({ notice, added, carried, refused }: Result): string {
  const asCode = (text: string) => `\`${text.replaceAll("`", "'")}\``;
  const listed = (heading: string, items: readonly string[]) =>
    items.length > 0 && `${heading}\n\n${items.map((item) => `- ${item}`).join("\n")}`;
  const done = (carried ?? []).flatMap(({ command, refusal }) =>
    refusal === null && command !== "#note" ? asCode(command) : [],
  );
  const notDone = (carried ?? []).flatMap(({ command, refusal }) =>
    refusal === null ? [] : say.refusedCommand(asCode(command), plainMarkdown(refusal)),
  );
  return [
    notice,
    listed(say.done, added === null ? done : [added, ...done]),
    listed(say.notDone, [...notDone, ...refused.map(asCode)]),
    `[${say.openTask}](link:view)`,
  ]
    .filter(Boolean)
    .join("\n\n");
}
