import * as say from "./notifications-copy";

/**
 * What people are told of (domain B9), the weightiest first: of two reasons that are as strong, the kind that stands first
 * is told. `inner` is for those alone who work on the task. Later kinds find their place here.
 */
export const NOTIFICATION_KINDS = {
  mention: { inner: true, label: say.somebodyMentionsMe },
  not_sent: { inner: true, label: say.myReplyIsNotSent },
  assigned: { inner: true, label: say.taskIsAssignedToMe },
  answered: { inner: true, label: say.requesterAnswers },
  resolved: { inner: false, label: say.requestIsResolved },
  public_answer: { inner: false, label: say.answerToMyRequest },
  note: { inner: true, label: say.noteIsWritten },
  agent_replied: { inner: true, label: say.somebodyReplies },
  snooze_ended: { inner: true, label: say.snoozeEnds },
  changed: { inner: true, label: say.somebodyChanges },
  new_task: { inner: true, label: say.newTaskInMyTeams },
} as const;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

export const KINDS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];

export const isNotificationKind = (kind: string): kind is NotificationKind => Object.hasOwn(NOTIFICATION_KINDS, kind);

/** What one is to the task, the strongest first. */
export const REASONS = ["mention", "writer", "assignee", "substitute", "requester", "watcher", "team"] as const;

export type Reason = (typeof REASONS)[number];

/** What gets through to whoever has muted a task. */
export const isLoud = (kind: NotificationKind) => kind === "mention" || kind === "not_sent" || kind === "assigned";
