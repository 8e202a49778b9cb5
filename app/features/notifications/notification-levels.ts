import { isNotificationKind, NOTIFICATION_KINDS, type NotificationKind } from "./notification-kinds";
import * as say from "./notifications-copy";

/** How a person is notified of an event; each level includes the previous one. */
export const LEVELS = ["off", "in_app", "email"] as const;

export type Level = (typeof LEVELS)[number];

export const LEVEL_NAMES: Record<Level, string> = {
  off: say.off,
  in_app: say.inTheApp,
  email: say.inTheAppAndByEmail,
};

/** A reminder about a request that waits for its requester. Sent only by email. */
export const REMINDER = "reminder";

/** Kinds that people choose a level for. */
export type ChosenKind = NotificationKind | typeof REMINDER;

export const isChosenKind = (kind: string): kind is ChosenKind => kind === REMINDER || isNotificationKind(kind);

const EMAILED: ReadonlySet<string> = new Set([
  ...["mention", "not_sent", "undelivered", "assigned", "answered", "clock_breached", "rule"],
  ...["resolved", REMINDER],
]);

export const defaultLevel = (kind: ChosenKind): Level => (EMAILED.has(kind) ? "email" : "in_app");

/**
 * The levels of a kind. Replies to a request are always emailed, regardless of the requester's settings. New tasks have
 * no "off", because people choose their teams in a separate setting.
 */
export function levelsOf(kind: ChosenKind): readonly Level[] {
  if (kind === REMINDER) return ["off", "email"];
  if (kind === "public_answer") return ["off", "in_app"];
  return kind === "new_task" ? ["in_app", "email"] : LEVELS;
}

/** Levels that differ from the default, by kind. */
export type ChosenLevels = Readonly<Record<string, Level>>;

export const levelOf = (levels: ChosenLevels, kind: ChosenKind): Level => levels[kind] ?? defaultLevel(kind);

export const labelOf = (kind: ChosenKind) =>
  kind === REMINDER ? say.requestWaitsForYou : NOTIFICATION_KINDS[kind].label;

/** The name of a level in the choices of a kind. */
export const levelName = (kind: ChosenKind, level: Level) =>
  kind === REMINDER && level === "email" ? say.byEmail : LEVEL_NAMES[level];
