import { type RawBuilder, type SqlBool, sql } from "kysely";

/* Conditions that reports count by, and that the queries they link to ask for. */

/** `task_open.until_at` of a task that is open now. */
export const STILL_OPEN = 8_640_000_000_000_000;

/** Rows of `message` by which agents answer: public, sent, and not by a rule. */
export const countsAsResponse = sql<SqlBool>`(message.kind = 'public' and message.side = 'agent'
  and message.automated = 0 and message.send_after is null)`;

/** Resolved with exactly one message of an agent, and never reopened. Never null. */
export const isOneTouch = sql<SqlBool>`(task.resolved_at is not null and task.reopen_count = 0 and (
  select count(*) from message where message.task_id = task.id and ${countsAsResponse}) = 1)`;

/** Whether a task was open at a moment. */
export const wasOpenAt = (at: number): RawBuilder<SqlBool> => sql`task.id in (
  select task_open.task_id from task_open where task_open.until_at >= ${at} and task_open.from_at < ${at})`;
