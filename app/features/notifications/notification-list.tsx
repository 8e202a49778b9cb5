import { messageHref } from "~/features/conversation/messages/conversation-page-url";
import { Time } from "~/ui/time";
import type { NotificationKind, Reason } from "./notification-kinds";
import type { ShownNotification } from "./notifications.server";
import * as say from "./notifications-copy";

type Words = Pick<ShownNotification, "kind" | "reason" | "actor" | "details" | "tasks" | "task">;

const OF_ONE: Record<NotificationKind, (who: string, words: Words) => string> = {
  mention: say.mentionedYou,
  not_sent: () => say.replyWasNotSent,
  undelivered: (_, { details }) => say.wasNotDelivered(details),
  assigned: (who, { actor }) => (actor === null ? say.wasAssignedToYou : say.assignedItToYou(who)),
  answered: say.replied,
  public_answer: say.replied,
  resolved: say.resolvedYourRequest,
  note: say.addedANote,
  agent_replied: say.replied,
  snooze_ended: () => say.snoozeEnded,
  changed: (who, { details }) => (details === "" ? say.changedIt(who) : say.changedItTo(who, details)),
  new_task: (_, { task }) => (task?.team == null ? say.newInYourTeam : say.newInTeam(task.team)),
};

const OF_MANY: Partial<Record<NotificationKind, typeof say.tasksWereChanged>> = {
  mention: say.mentionedInTasks,
  assigned: say.tasksWereAssigned,
  public_answer: say.requestsWereAnswered,
  resolved: say.requestsWereResolved,
  note: say.notesWereAdded,
  answered: say.tasksWereAnswered,
  agent_replied: say.tasksWereAnswered,
  new_task: say.newTasksArrived,
};

/** A notification as one sentence. About a single task it doesn't name it: the line above does. */
export const inOneSentence = (words: Words): string =>
  words.tasks > 1
    ? (OF_MANY[words.kind] ?? say.tasksWereChanged)(words.tasks, words.actor)
    : OF_ONE[words.kind](words.actor ?? say.taskdesk, words);

/** The reason for a notification, if it isn't obvious. */
const because: Partial<Record<Reason, string>> = {
  substitute: say.youAreSubstitute,
  watcher: say.youAreWatching,
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
