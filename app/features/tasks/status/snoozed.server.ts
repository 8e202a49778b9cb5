import { type SqlBool, sql } from "kysely";

/** Whether a `task` sleeps until its day (domain B7): nobody has to look at it before. `now` in UTC milliseconds. */
export const isSnoozed = (now: number) =>
  sql<SqlBool>`(task.open = 1 and task.snoozed_until is not null and task.snoozed_until > ${now})`;

export const isAwake = (now: number) => sql<SqlBool>`not ${isSnoozed(now)}`;

/** Whether a `task` is still open after its due day (domain B7). `today` is the viewer's today. */
export const isOverdue = (today: number) =>
  sql<SqlBool>`(task.open = 1 and task.due_at is not null and task.due_at < ${today})`;
