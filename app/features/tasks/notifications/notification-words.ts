import { messageHref } from "../messages/message-place";
import type { Reason } from "./notification-kinds";
import type { ShownNotification } from "./notifications.server";

type Words = Pick<ShownNotification, "kind" | "reason" | "actor" | "details" | "tasks" | "task">;

/** What has happened, as one sentence: of one task without naming it, which stands above. */
export const inOneSentence = (notification: Words): string =>
  notification.tasks > 1 ? ofMany(notification) : ofOne(notification);

function ofOne({ kind, actor, details, task }: Words): string {
  const who = actor ?? "Taskdesk";
  switch (kind) {
    case "mention":
      return `${who} mentioned you`;
    case "assigned":
      return actor === null ? "It was assigned to you" : `${who} assigned it to you`;
    case "answered":
    case "public_answer":
      return `${who} answered`;
    case "resolved":
      return `${who} resolved your request`;
    case "note":
      return `${who} wrote a note`;
    case "agent_replied":
      return `${who} replied`;
    case "snooze_ended":
      return "Its snooze is over";
    case "changed":
      return details === "" ? `${who} changed it` : `${who} changed it. ${details}`;
    case "new_task":
      return `New in ${task?.team ?? "your team"}`;
  }
}

function ofMany({ kind, actor, tasks }: Words): string {
  const by = actor === null ? "" : ` by ${actor}`;
  switch (kind) {
    case "mention":
      return `You were mentioned in ${tasks} tasks${by}`;
    case "assigned":
      return `${tasks} tasks were assigned to you${by}`;
    case "public_answer":
      return `${tasks} of your requests were answered${by}`;
    case "resolved":
      return `${tasks} of your requests were resolved${by}`;
    case "note":
      return `Notes were written in ${tasks} tasks${by}`;
    case "answered":
    case "agent_replied":
      return `${tasks} tasks were answered${by}`;
    case "new_task":
      return `${tasks} tasks came to your teams${by}`;
    default:
      return `${tasks} tasks were changed${by}`;
  }
}

/** Why one is told of it, where that is not plain. */
export const because: Partial<Record<Reason, string>> = {
  substitute: "You stand in for its assignee",
  watcher: "You watch it",
};

/** Where it leads: to the message, to the task, or to a list that has all of them. */
export function hrefOf({ kind, task, messageId }: Pick<ShownNotification, "kind" | "task" | "messageId">): string {
  if (task) return messageId === null ? `/tasks/${task.id}` : messageHref(task.id, messageId);
  if (kind === "assigned") return "/tasks?assignee=me";
  if (kind === "new_task") return "/tasks?q=team:me";
  return kind === "public_answer" || kind === "resolved" ? "/tasks?status=any" : "/tasks?q=is:unread";
}
