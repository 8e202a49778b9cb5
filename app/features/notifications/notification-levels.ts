import { isNotificationKind, NOTIFICATION_KINDS, type NotificationKind } from "./notification-kinds";
import * as say from "./notifications-copy";

/** How a person hears of an event, each including the one before. */
export const LEVELS = ["off", "in_app", "email"] as const;

export type Level = (typeof LEVELS)[number];

export const LEVEL_NAMES: Record<Level, string> = {
  off: say.off,
  in_app: say.inTheApp,
  email: say.inTheAppAndByEmail,
};

/** A reminder about a request that waits for its requester. It only ever comes by email. */
export const REMINDER = "reminder";

/** What people choose a level for. */
export type ChosenKind = NotificationKind | typeof REMINDER;

export const isChosenKind = (kind: string): kind is ChosenKind => kind === REMINDER || isNotificationKind(kind);

const EMAILED: ReadonlySet<string> = new Set([
  ...["mention", "not_sent", "undelivered", "assigned", "answered", "clock_breached", "rule"],
  ...["resolved", REMINDER],
]);

export const defaultLevel = (kind: ChosenKind): Level => (EMAILED.has(kind) ? "email" : "in_app");

/**
 * The levels of a kind. Replies on a request always come by email, whatever its requester chooses here. Which teams' new tasks
 * a person hears of is a choice of its own, so they aren't off.
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
