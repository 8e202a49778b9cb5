import { messageHref } from "~/features/conversation/messages/conversation-page-url";
import * as terms from "~/features/tasks/tasks-copy";
import { fieldId } from "~/ui/field";
import { Time } from "~/ui/time";
import type { NotificationKind, Reason } from "./notification-kinds";
import type { NotificationGroup, ShownNotification } from "./notifications.server";
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
  clock_warning: (_, { details }) => say.isDueSoon(details),
  clock_breached: (_, { details }) => say.hasBreached(details),
  rule: (_, { details }) => say.notifiedByRule(details),
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

/** Link to the task with its reply field in use. */
const replyHref = (taskId: number) => `/tasks/${taskId}#${fieldId("body")}`;

/** Kinds that a reply answers. */
const ANSWERED: readonly NotificationKind[] = ["answered", "agent_replied", "public_answer", "mention"];

/** The form field that marks a group as read. */
export const readField = ({ id, newest }: NotificationGroup) =>
  newest.task ? { name: "task", value: newest.task.id } : { name: "id", value: id };

const sentenceOf = (one: ShownNotification) =>
  [inOneSentence(one), one.task && because[one.reason]].filter(Boolean).join(" · ");

type Props = { groups: readonly NotificationGroup[]; back: string; now: number };

/**
 * One entry per task, with its newest notification and the earlier ones folded. Opening a task marks them as read. The dot
 * of an unread entry is a button that does so without leaving.
 */
export const NotificationList = ({ groups, back, now }: Props) => (
  <form method="post" action="/notifications/reading" data-keeps-scroll data-prefetch="intent">
    <input type="hidden" name="back" value={back} />
    <input type="hidden" name="until" value={now} />
    <ul className="settings-places notifications">
      {groups.map((group) => {
        const { id, newest, earlier, earlierCount, unread, isUnassigned } = group;
        const { task, kind, excerpt, at } = newest;
        return (
          <li key={id} className={unread ? "is-unread" : undefined}>
            {unread && (
              <button className="unread-mark" type="submit" {...readField(group)} title={say.unreadMarkAsRead}>
                {say.unreadMarkAsRead}
              </button>
            )}
            <a className="row-link" href={hrefOf(newest)}>
              {task ? `#${task.id} ${task.title}` : inOneSentence(newest)}
            </a>
            <p>
              {task && `${sentenceOf(newest)} · `}
              <Time at={at} now={now} />
            </p>
            {excerpt && <p className="notification-excerpt">{excerpt}</p>}
            {task && (earlierCount > 0 || isUnassigned || ANSWERED.includes(kind)) && (
              <div className="notification-actions">
                {ANSWERED.includes(kind) && <a href={replyHref(task.id)}>{say.reply}</a>}
                {isUnassigned && (
                  <button type="submit" formAction={`/tasks/${task.id}/assignment`}>
                    {terms.assignToMe}
                  </button>
                )}
                {earlierCount > 0 && (
                  <details>
                    <summary>{say.moreOnThisTask(earlierCount)}</summary>
                    <ul>
                      {earlier.map((one) => (
                        <li key={one.id}>
                          <a href={hrefOf(one)}>{sentenceOf(one)}</a> · <Time at={one.at} now={now} />
                        </li>
                      ))}
                      {earlierCount > earlier.length && (
                        <li>
                          <a href={`/tasks/${task.id}`}>{say.olderOnTheTask}</a>
                        </li>
                      )}
                    </ul>
                  </details>
                )}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  </form>
);
