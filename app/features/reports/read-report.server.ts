import { sql } from "kysely";
import { isAmong } from "~/db/engine.server";
import type { Db } from "~/db/types";
import { compileTaskQuery } from "~/features/search/compile-query.server";
import { termsOf } from "~/features/search/query-ast";
import { agentScope } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/users";
import { deskZone } from "~/lib/desk-zone.server";
import { formatNumber } from "~/lib/numbers";
import { countedTasks } from "./count-tasks.server";
import { readTasks } from "./read-tasks.server";
import { reportAccess } from "./report-access.server";
import { addDays, namesOf, startsAt } from "./report-days";
import { type Period, periodBefore, pointsOf } from "./report-period";
import { type Counts, type Dimension, noCounts, REPORT_LIMITS } from "./reports";
import * as say from "./reports-copy";
import { openIn, type Slot, sumOf, Tally } from "./tally";

export type WantedReport = Period & { by: Dimension; q: string };

/** `open`: tasks open at the end of the period. */
export type PeriodCounts = { counts: Counts; open: number };

export type ReportNumbers = {
  ok: true;
  period: Period;
  before: Period;
  zone: string;
  total: Record<"now" | "before", PeriodCounts>;
  /** By item: a team's id and so on; empty for none. */
  items: ReadonlyMap<string, Record<"now" | "before", PeriodCounts>>;
  points: readonly (Period & { counts: Counts; open: number })[];
  /** Whether medians are exact. */
  isExact: boolean;
};

/** `pending`: the number of tasks not yet counted, after an upgrade or a large change. */
export type ReadReport = ReportNumbers | { ok: false; why: "filter"; message: string } | { ok: false; why: "pending" };

/** Counts tasks for a report: from counts per day, or one by one with a filter or on a small desk. */
export async function readReport(
  db: Db,
  viewer: Viewer,
  wanted: WantedReport,
  now: number,
  { smallDesk = REPORT_LIMITS.countedSingly as number } = {},
): Promise<ReadReport> {
  const ids = await singleTasks(db, viewer, wanted.q, now, smallDesk);
  if (ids !== null && "message" in ids) return { ok: false, why: "filter", message: ids.message };
  for (let again = 0; ; again++) {
    const first = await firstChange(db);
    const tally = ids ? await countSingly(db, wanted, ids.found) : await countByDay(db, viewer, wanted);
    if (tally === "pending") return { ok: false, why: "pending" };
    // If the job counted changes in the meantime, some may be missing or counted twice.
    if ((await firstChange(db)) === first || again === MOST_AGAIN) return numbersFrom(tally, wanted);
  }
}

const MOST_AGAIN = 3;

const firstChange = async (db: Db) =>
  (
    await db
      .selectFrom("report_change")
      .select(({ fn }) => fn.min("id").as("id"))
      .executeTakeFirst()
  )?.id ?? null;

/** The tasks to count one by one; null to use daily counts. */
export async function singleTasks(
  db: Db,
  viewer: Viewer,
  q: string,
  now: number,
  smallDesk: number,
): Promise<{ found: number[] } | { message: string } | null> {
  const compiled = q.trim() === "" ? null : await compileTaskQuery(db, viewer, q, now, { timeZone: deskZone() });
  if (compiled && !compiled.ok) return { message: compiled.error.message };
  const unfit = compiled && filterError(compiled);
  if (unfit) return { message: unfit };
  const most = compiled ? REPORT_LIMITS.filtered : smallDesk;
  if (!compiled) {
    const some = db
      .selectFrom("task")
      .select("id")
      .limit(most + 1);
    const { n } = await db
      .selectFrom(some.as("some"))
      .select((eb) => eb.fn.countAll<number | string>().as("n"))
      .executeTakeFirstOrThrow();
    if (Number(n) > most) return null;
  }
  const rows = await db
    .selectFrom("task")
    .select("task.id")
    .where(agentScope(viewer).rows)
    .$if(compiled !== null, (query) => query.where(compiled?.asked({ works: true }).where ?? sql<boolean>`1 = 1`))
    .limit(most + 1)
    .execute();
  if (rows.length > most) return { message: say.filterMatchesTooMany(formatNumber(most)) };
  return { found: rows.map(({ id }) => id) };
}

type Compiled = Extract<Awaited<ReturnType<typeof compileTaskQuery>>, { ok: true }>;

/** Links append terms to the filter, so it must be complete, and must not set a sort or time zone. */
function filterError({ notices, hidden, query }: Compiled): string | null {
  if (notices[0]) return notices[0].message;
  if (hidden.length > 0) return say.noHiddenTasks;
  const setting = termsOf(query).find((term) => term.kind === "qualifier" && ["sort", "zone"].includes(term.key));
  return setting?.kind === "qualifier" ? say.notInFilters(`${setting.key}:`) : null;
}

const FIRST_DAY = "1970-01-01";
const BEGINNING = Number.NEGATIVE_INFINITY;

/** The slots that a report needs. `tag` counts a task with two tags twice, so its totals come from teams. */
function slotsOf({ by, ...period }: Period & { by: Dimension }, zone: string, firstYear: string): Slot[] {
  const at = (day: string) => startsAt(day, zone);
  const slot = (key: string, dimension: Dimension, { from, to }: Period): Slot => {
    const begins = from === FIRST_DAY ? BEGINNING : at(from);
    const first = from === FIRST_DAY ? `${firstYear}-01-01` : from;
    return { key, dimension, from: begins, until: at(addDays(to, 1)), names: namesOf(first, to) };
  };
  const both = (prefix: string, dimension: Dimension) =>
    Object.entries({ now: period, before: periodBefore(period) }).flatMap(([name, one]) => [
      slot(`${prefix}${name}`, dimension, one),
      slot(`${prefix}open-${name}`, dimension, { from: FIRST_DAY, to: one.to }),
    ]);
  return [
    ...both("", by),
    ...(by === "tag" ? both("all-", "team") : []),
    slot("base", "team", { from: FIRST_DAY, to: addDays(period.from, -1) }),
    ...pointsOf(period).map((point) => slot(`point-${point.from}`, "team", point)),
  ];
}

async function countSingly(db: Db, wanted: WantedReport, ids: readonly number[]): Promise<Tally> {
  const tally = new Tally(slotsOf(wanted, deskZone(), "1970"), true);
  const { zone } = await db.selectFrom("report_state").select("zone").executeTakeFirstOrThrow();
  const changed = await db
    .selectFrom("report_change")
    .select("task_id")
    .distinct()
    .where(isAmong(db, "task_id", ids))
    .execute();
  const stale = new Set(changed.map(({ task_id }) => task_id));
  const counted = zone === "" ? new Map<number, never>() : await countedTasks(db, ids);
  const unread = ids.filter((id) => stale.has(id) || !counted.has(id));
  const read = await readTasks(db, unread);
  for (const id of ids) {
    const task = read.get(id) ?? counted.get(id);
    if (task) tally.addTask(task);
  }
  return tally;
}

async function countByDay(db: Db, viewer: Viewer, wanted: WantedReport): Promise<Tally | "pending"> {
  const changes = await db
    .selectFrom("report_change")
    .select("task_id")
    .distinct()
    .limit(REPORT_LIMITS.pending + 1)
    .execute();
  const { zone } = await db.selectFrom("report_state").select("zone").executeTakeFirstOrThrow();
  if (changes.length > REPORT_LIMITS.pending || zone !== deskZone()) return "pending";
  const access = await reportAccess(db, viewer);
  const oldest = await db
    .selectFrom("report_count")
    .select(({ fn }) => fn.min("period").as("period"))
    .where("dimension", "=", "team")
    .executeTakeFirst();
  const firstYear = String(oldest?.period ?? wanted.from).slice(0, 4);
  const slots = slotsOf(wanted, zone, firstYear < wanted.from.slice(0, 4) ? firstYear : wanted.from.slice(0, 4));
  const tally = new Tally(slots, false);

  for (const slot of slots) {
    if (slot.names.length === 0 || slot.key.startsWith("point-")) continue;
    const isOpen = slot.from === BEGINNING;
    const rows = await countsIn(db, slot, access.ofCounts, isOpen)
      .groupBy(["item", "measure"])
      .select("item")
      .execute();
    for (const { item, measure, n } of rows) tally.addRow(slot.key, item, measure, Number(n));
  }
  const points = slots.filter(({ key }) => key.startsWith("point-"));
  const names = new Map(points.flatMap(({ key, names }) => names.map((name) => [name, key] as const)));
  const all = { dimension: "team" as const, names: [...names.keys()] };
  const rows = await countsIn(db, all, access.ofCounts, false)
    .where("measure", "in", ["created", "resolved", "entered", "left"])
    .groupBy(["period", "measure"])
    .select("period")
    .execute();
  for (const { period, measure, n } of rows) tally.addRow(names.get(period) ?? "", "", measure, Number(n));

  const stale = changes.map(({ task_id }) => task_id);
  for (const task of (await countedTasks(db, stale)).values()) if (access.counts(task)) tally.addTask(task, -1);
  for (const task of (await readTasks(db, stale)).values()) if (access.works(task)) tally.addTask(task);
  if (access.notCounted) {
    const own = await db.selectFrom("task").select("task.id").where(access.notCounted).execute();
    const others = own.flatMap(({ id }) => (stale.includes(id) ? [] : id));
    for (const task of (await countedTasks(db, others)).values()) tally.addTask(task);
  }
  return tally;
}

const countsIn = (
  db: Db,
  { dimension, names }: Pick<Slot, "dimension" | "names">,
  access: Awaited<ReturnType<typeof reportAccess>>["ofCounts"],
  isOpen: boolean,
) =>
  db
    .selectFrom("report_count")
    .select("measure")
    .select(({ fn }) => fn.sum<number | string>("n").as("n"))
    .where("dimension", "=", dimension)
    .where(isAmong(db, "period", names))
    .where(access)
    .$if(isOpen, (query) => query.where("measure", "in", ["entered", "left"]));

function numbersFrom(tally: Tally, { by, q: _, ...period }: WantedReport): ReportNumbers {
  const prefix = by === "tag" ? "all-" : "";
  const summed = (slot: string) => sumOf(tally.itemsIn(slot).values());
  const total = (name: "now" | "before") => ({
    counts: summed(prefix + name),
    open: openIn(summed(`${prefix}open-${name}`)),
  });
  const ofItem = (name: "now" | "before", item: string) => ({
    counts: tally.itemsIn(name).get(item) ?? noCounts(),
    open: openIn(tally.itemsIn(`open-${name}`).get(item) ?? noCounts()),
  });
  const names = new Set(
    ["now", "before", "open-now", "open-before"].flatMap((slot) => [...tally.itemsIn(slot).keys()]),
  );
  const items = [...names].map((item) => [item, { now: ofItem("now", item), before: ofItem("before", item) }] as const);
  let open = openIn(summed("base"));
  const points = pointsOf(period).map((point) => {
    const counts = summed(`point-${point.from}`);
    open += openIn(counts);
    return { ...point, counts, open };
  });
  return {
    ...{ ok: true, period, before: periodBefore(period), zone: deskZone(), isExact: tally.isExact, points },
    total: { now: total("now"), before: total("before") },
    items: new Map(items),
  };
}
