import { messageHref } from "~/features/conversation/messages/message-place";
import { Time } from "~/ui/time";
import type { Reason } from "./notification-kinds";
import type { ShownNotification } from "./notifications.server";
import * as say from "./notifications-copy";

type Words = Pick<ShownNotification, "kind" | "reason" | "actor" | "details" | "tasks" | "task">;

/** A notification as one sentence. About a single task it doesn't name it: the line above does. */
export const inOneSentence = (notification: Words): string =>
  notification.tasks > 1 ? ofMany(notification) : ofOne(notification);

function ofOne({ kind, actor, details, task }: Words): string {
  const who = actor ?? say.taskdesk;
  switch (kind) {
    case "mention":
      return say.mentionedYou(who);
    case "not_sent":
      return say.replyWasNotSent;
    case "assigned":
      return actor === null ? say.wasAssignedToYou : say.assignedItToYou(who);
    case "answered":
    case "public_answer":
      return say.answered(who);
    case "resolved":
      return say.resolvedYourRequest(who);
    case "note":
      return say.wroteANote(who);
    case "agent_replied":
      return say.replied(who);
    case "snooze_ended":
      return say.snoozeIsOver;
    case "changed":
      return details === "" ? say.changedIt(who) : say.changedItTo(who, details);
    case "new_task":
      return task?.team == null ? say.newInYourTeam : say.newInTeam(task.team);
  }
}

function ofMany({ kind, actor: by, tasks }: Words): string {
  switch (kind) {
    case "mention":
      return say.mentionedInTasks(tasks, by);
    case "assigned":
      return say.tasksWereAssigned(tasks, by);
    case "public_answer":
      return say.requestsWereAnswered(tasks, by);
    case "resolved":
      return say.requestsWereResolved(tasks, by);
    case "note":
      return say.notesWereWritten(tasks, by);
    case "answered":
    case "agent_replied":
      return say.tasksWereAnswered(tasks, by);
    case "new_task":
      return say.tasksCame(tasks, by);
    default:
      return say.tasksWereChanged(tasks, by);
  }
}

/** The reason for a notification, if it isn't obvious. */
export const because: Partial<Record<Reason, string>> = {
  substitute: say.youStandIn,
  watcher: say.youWatchIt,
};

/** Link to the message, the task or, for several tasks, a list that has them all. */
export function hrefOf({ kind, task, messageId }: Pick<ShownNotification, "kind" | "task" | "messageId">): string {
  if (task) return messageId === null ? `/tasks/${task.id}` : messageHref(task.id, messageId);
  if (kind === "assigned") return "/tasks?assignee=me";
  if (kind === "new_task") return "/tasks?q=team:me";
  return kind === "public_answer" || kind === "resolved" ? "/tasks?status=any" : "/tasks?q=is:unread";
}

type Props = { notifications: readonly ShownNotification[]; back: string; now: number };

/** Opening a notification's task marks it as read. The dot of an unread one is a button that does so without leaving. */
export const NotificationList = ({ notifications, back, now }: Props) => (
  <form method="post" action="/notifications/reading" data-keeps-scroll data-prefetch="intent">
    <input type="hidden" name="back" value={back} />
    <ul className="settings-places">
      {notifications.map((one) => (
        <li key={one.id} className={one.unread ? "is-unread" : undefined}>
          {one.unread && (
            <button className="unread-mark" type="submit" name="id" value={one.id} title={say.unreadMarkAsRead}>
              {say.unreadMarkAsRead}
            </button>
          )}
          <a className="row-link" href={hrefOf(one)}>
            {one.task ? `#${one.task.id} ${one.task.title}` : inOneSentence(one)}
          </a>
          <p>
            {one.task && `${[inOneSentence(one), because[one.reason]].filter(Boolean).join(" · ")} · `}
            <Time at={one.at} now={now} />
          </p>
          {one.excerpt && <p>{one.excerpt}</p>}
        </li>
      ))}
    </ul>
  </form>
);
