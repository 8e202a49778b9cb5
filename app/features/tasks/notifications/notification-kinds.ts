/**
 * What people are told of (domain B9), the weightiest first: of two reasons that are as strong, the kind that stands first
 * is told. `inner` is for those alone who work on the task. Later kinds find their place here.
 */
export const NOTIFICATION_KINDS = {
  mention: { inner: true, label: "Somebody mentions me" },
  assigned: { inner: true, label: "A task is assigned to me" },
  answered: { inner: true, label: "The requester of my task answers" },
  resolved: { inner: false, label: "My request is resolved" },
  public_answer: { inner: false, label: "There is an answer to my request" },
  note: { inner: true, label: "A note is written on a task of mine, or one I watch" },
  agent_replied: { inner: true, label: "Somebody replies on a task of mine, or one I watch" },
  snooze_ended: { inner: true, label: "The snooze of my task ends" },
  changed: { inner: true, label: "Somebody changes status, team or priority of my task" },
  new_task: { inner: true, label: "There is a new task in one of my teams" },
} as const;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

export const KINDS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];

export const isNotificationKind = (kind: string): kind is NotificationKind => Object.hasOwn(NOTIFICATION_KINDS, kind);

/** What one is to the task, the strongest first. */
export const REASONS = ["mention", "assignee", "substitute", "requester", "watcher", "team"] as const;

export type Reason = (typeof REASONS)[number];

/** What gets through to whoever has muted a task. */
export const isLoud = (kind: NotificationKind) => kind === "mention" || kind === "assigned";
