import { sql } from "kysely";
import { isAmong } from "~/db/engine.server";
import type { Db } from "~/db/types";
import { countsAsResponse, isOneTouch, STILL_OPEN } from "~/features/search/report-conditions.server";
import { openTimeBetween } from "~/features/service-levels/business-calendar";
import { inForce } from "~/features/service-levels/service-levels";
import { type DeskServiceLevels, loadServiceLevels } from "~/features/service-levels/service-levels-data.server";
import { statusesEverNamed, statusOf } from "~/features/tasks/tasks";
import type { CountedTask, Fact } from "./counted-task";
import { type SlaMetric, wholeMinutes } from "./reports";

/** Reads the current state of tasks, for counting. */
export async function readTasks(db: Db, ids: readonly number[]): Promise<Map<number, CountedTask>> {
  if (ids.length === 0) return new Map();
  const among = (column: string) => isAmong(db, column, ids);
  const desk = await loadServiceLevels(db);
  const tasks = await db
    .selectFrom("task")
    .leftJoin("clock_state", "clock_state.task_id", "task.id")
    .select(["task.id", "team_id", "confidential", "assignee_id", "type", "organization_id", "merged_into", "put_away"])
    .select(["created_at", "first_responded_at", "resolved_at", "reopen_count", "rating", "rated_at", "status"])
    .select(["clock_state.policy_id"])
    .select(sql<0 | 1>`case when ${isOneTouch} then 1 else 0 end`.as("one_touch"))
    .where(among("task.id"))
    .execute();
  const tags = byTask(await db.selectFrom("task_tag").selectAll().where(among("task_id")).orderBy("tag").execute());
  const open = byTask(await db.selectFrom("task_open").selectAll().where(among("task_id")).execute());
  const clocks = byTask(
    await db
      .selectFrom("clock")
      .select(["task_id", "metric", "state", "consumed", "ended_at", "retargeted", "is_current"])
      .where(among("task_id"))
      .where("ended_at", "is not", null)
      .execute(),
  );
  const messages = byTask(
    await db
      .selectFrom("message")
      .select(["task_id", "author_id", "created_at"])
      .where(among("task_id"))
      .where(countsAsResponse)
      .execute(),
  );
  const moves = byTask(
    await db
      .selectFrom("event")
      .select(["task_id", "old_value", "new_value", "at"])
      .where(among("task_id"))
      .where("kind", "=", "changed")
      .where("field", "=", "status")
      .orderBy("at")
      .orderBy("id")
      .execute(),
  );

  const read = tasks.map((task): [number, CountedTask] => {
    const facts: Fact[] = [{ measure: "created", at: task.created_at }];
    for (const { from, until } of stretchesOf(open.get(task.id) ?? [])) {
      facts.push({ measure: "entered", at: from });
      if (until < STILL_OPEN) facts.push({ measure: "left", at: until });
    }
    const ended = clocks.get(task.id) ?? [];
    for (const clock of ended) {
      if (clock.metric !== "next" && clock.is_current === 0) continue;
      if (clock.ended_at === null || (clock.state !== "met" && clock.state !== "breached")) continue;
      const end = clock.state === "met" ? "met" : clock.retargeted === 1 ? "retargeted" : "breached";
      const metric: SlaMetric = clock.metric === "resolution" ? "resolve" : clock.metric;
      facts.push({ measure: `${end}.${metric}`, at: clock.ended_at });
    }
    const { created_at: since, first_responded_at: answered, resolved_at: resolved } = task;
    if (answered !== null) {
      const minutes = wholeMinutes(openTime(desk, task.policy_id, since, answered));
      facts.push({ measure: "answered", at: answered, minutes });
    }
    if (resolved !== null) {
      const clock = ended.find(
        (one) => one.metric === "resolution" && one.is_current === 1 && one.state !== "cancelled",
      );
      const used = clock
        ? clock.consumed
        : timeWithoutWaiting(moves.get(task.id) ?? [], task, resolved, (from, to) =>
            openTime(desk, task.policy_id, from, to),
          );
      facts.push({ measure: "resolved", at: resolved, minutes: wholeMinutes(used) });
      if (task.one_touch === 1) facts.push({ measure: "one_touch", at: resolved });
      if (task.reopen_count > 0) facts.push({ measure: "reopened", at: resolved });
    }
    if (task.rated_at !== null && task.rating !== null) {
      facts.push({ measure: "rated", at: task.rated_at });
      if (task.rating === "good") facts.push({ measure: "rated_good", at: task.rated_at });
    }
    for (const { author_id, created_at } of messages.get(task.id) ?? []) {
      facts.push({ measure: "message", at: created_at, ...(author_id !== null && { author: author_id }) });
    }
    const stands = task.merged_into === null && task.put_away === null;
    const counted: CountedTask = {
      ...{ team: task.team_id, confidential: task.confidential, assignee: task.assignee_id, type: task.type },
      ...{ organization: task.organization_id, tags: (tags.get(task.id) ?? []).map(({ tag }) => tag) },
      facts: stands ? facts : [],
    };
    return [task.id, counted];
  });
  return new Map(read);
}

/** Merges overlapping periods and drops those that end before they start: imports can have both. */
function stretchesOf(rows: readonly { from_at: number; until_at: number }[]): { from: number; until: number }[] {
  const stretches: { from: number; until: number }[] = [];
  for (const { from_at: from, until_at: until } of [...rows].sort((a, b) => a.from_at - b.from_at)) {
    if (until < from) continue;
    const last = stretches.at(-1);
    if (last && from <= last.until) last.until = Math.max(last.until, until);
    else stretches.push({ from, until });
  }
  return stretches;
}

function byTask<Row extends { task_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const all = new Map<number, Row[]>();
  for (const row of rows) {
    const some = all.get(row.task_id);
    if (some) some.push(row);
    else all.set(row.task_id, [row]);
  }
  return all;
}

/** Open time in the calendar of the task's policy, as of the end; without a policy, all time counts. */
function openTime(desk: DeskServiceLevels | null, policy: number | null, from: number, to: number): number {
  const terms = policy === null ? undefined : desk?.levels.policies.get(policy);
  const calendars = terms && desk?.levels.calendars.get(inForce(terms, to).calendar);
  return calendars ? openTimeBetween(inForce(calendars, to), from, to) : Math.max(0, to - from);
}

/** Open time from creation to resolution, without the time in waiting statuses. History contains their names. */
function timeWithoutWaiting(
  moves: readonly { old_value: string | null; new_value: string | null; at: number }[],
  { created_at, status }: { created_at: number; status: string },
  resolved: number,
  between: (from: number, to: number) => number,
): number {
  const waits = (name: string | null | undefined) => statusesEverNamed(name ?? "")[0]?.category === "waiting";
  let since = created_at;
  let waiting = moves.length > 0 ? waits(moves[0]?.old_value) : statusOf(status).category === "waiting";
  let sum = 0;
  for (const { new_value, at } of moves) {
    if (at > resolved) break;
    if (!waiting) sum += between(since, at);
    since = Math.max(since, at);
    waiting = waits(new_value);
  }
  return waiting ? sum : sum + between(since, Math.max(since, resolved));
}
