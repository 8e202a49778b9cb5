import { hrefOf, inOneSentence } from "~/features/notifications/notification-list";
import type { MailedNotification } from "~/features/notifications/notifications.server";
import { plainMarkdown } from "../plain-markdown";
import type { MailLink, WrittenContent } from "../sending/written-mail";
import type { NoticeText } from "./notice-options";
import * as say from "./notices-copy";

/** Notifications of one task, oldest first; or one about several tasks. */
export type TaskNotices = [MailedNotification, ...MailedNotification[]];

/** How much of a message "the first characters" are. */
const START = 140;

/** One group for each task, in the order of their first notifications. */
export function byTask(notifications: readonly MailedNotification[]): TaskNotices[] {
  const groups = new Map<string, TaskNotices>();
  for (const one of notifications) {
    const key = one.task ? `task ${one.task.id}` : `notification ${one.id}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()];
}

const LINKS: Record<string, MailLink> = {
  stop: { to: "/settings/notifications", key: "unsubscribe" },
  settings: { to: "/settings/notifications" },
};
const FOOTER = `---\n\n[${say.stopTheseEmails}](link:stop) · [${say.notificationSettings}](link:settings)`;

/** The email about one task, or about one change to several. `unsubscribe`: its most frequent kind. */
export function noticeContent(notices: TaskNotices, text: NoticeText): WrittenContent {
  const [first] = notices;
  const { task } = first;
  const open = `[${task ? say.openTask : say.openList}](link:open)`;
  return {
    subject: task ? say.taskSubject(task.id, task.title) : inOneSentence(first),
    body: [...notices.map((one) => paragraphOf(one, text)), open, FOOTER].join("\n\n"),
    links: { ...LINKS, open: { to: hrefOf(first) } },
    needs: accessTo([notices]),
    unsubscribe: first.kind,
  };
}

/** Without a `team`, the agent only sees the task, and the mail has nothing internal. */
function accessTo(groups: readonly TaskNotices[]): NonNullable<WrittenContent["needs"]> {
  const tasks = groups.flatMap(([{ task }]) => task ?? []);
  const [work, see] = [true, false].map((works) => tasks.filter(({ team }) => (team !== null) === works));
  return { work: (work ?? []).map(({ id }) => id), see: (see ?? []).map(({ id }) => id) };
}

function paragraphOf(one: MailedNotification, text: NoticeText): string {
  const sentence = plainMarkdown(inOneSentence(one));
  const shown = text === "none" ? "" : text === "start" ? startOf(one.text) : one.text;
  return shown === "" ? sentence : `${sentence}\n\n${quoted(shown)}`;
}

function startOf(text: string): string {
  const characters = [...text];
  return characters.length > START ? characters.slice(0, START).join("") + say.cut : text;
}

const quoted = (text: string) =>
  text
    .split("\n")
    .map((line) => `> ${plainMarkdown(line)}`)
    .join("\n");

/** One mail about many tasks, without texts. `unsubscribe`: the event its unsubscribe link stops. */
export function digestContent(groups: readonly TaskNotices[], unsubscribe: string): WrittenContent {
  const links: Record<string, MailLink> = { ...LINKS };
  const parts = groups.map((notices, index) => {
    const [{ task }] = notices;
    links[`open${index}`] = { to: hrefOf(notices[0]) };
    const title = task ? say.taskLink(task.id, plainMarkdown(task.title)) : say.openList;
    return [`[${title}](link:open${index})`, ...notices.map((one) => `- ${plainMarkdown(inOneSentence(one))}`)].join(
      "\n",
    );
  });
  return {
    ...{ subject: say.digestSubject(groups.flat().length), links, unsubscribe, needs: accessTo(groups) },
    body: [...parts, FOOTER].join("\n\n"),
  };
}
