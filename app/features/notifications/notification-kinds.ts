import * as say from "./notifications-copy";

/**
 * Notification kinds (domain B9), most important first. If a person has two for the same reason, the first one wins. `inner`
 * kinds need agent access to the task.
 */
export const NOTIFICATION_KINDS = {
  mention: { inner: true, label: say.iAmMentioned },
  not_sent: { inner: true, label: say.myReplyNotSent },
  undelivered: { inner: true, label: say.messageNotDelivered },
  assigned: { inner: true, label: say.taskAssignedToMe },
  clock_breached: { inner: true, label: say.clockBreaches },
  clock_warning: { inner: true, label: say.clockWarns },
  answered: { inner: true, label: say.requesterReplies },
  resolved: { inner: false, label: say.myRequestResolved },
  public_answer: { inner: false, label: say.replyToMyRequest },
  note: { inner: true, label: say.noteAdded },
  agent_replied: { inner: true, label: say.agentReplies },
  snooze_ended: { inner: true, label: say.snoozeEnds },
  rule: { inner: true, label: say.ruleNotifies },
  changed: { inner: true, label: say.taskChanges },
  new_task: { inner: true, label: say.newTaskInYourTeams },
} as const;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

export const KINDS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];

export const isNotificationKind = (kind: string): kind is NotificationKind => Object.hasOwn(NOTIFICATION_KINDS, kind);

/** Why a person is notified, strongest first. */
export const REASONS = ["mention", "writer", "assignee", "substitute", "requester", "watcher", "team"] as const;

export type Reason = (typeof REASONS)[number];

/** Kinds that people get even for a task they muted. */
export const isLoud = (kind: NotificationKind) => LOUD.has(kind);

const LOUD = new Set<NotificationKind>(["mention", "not_sent", "undelivered", "assigned"]);
