import type { Db } from "~/db/types";
import { zoneOf } from "~/features/users/preferences.server";
import type { Viewer } from "~/features/users/users";
import { figuresOf } from "./figures";
import { readReport, type WantedReport } from "./read-report.server";
import { nameItems } from "./report-items.server";
import { completeQuery, daysQuery, groupQuery } from "./report-queries";
import { type Report, type ReportGroup, volumeOf } from "./report-types";

type MadeReport = Report | Extract<Awaited<ReturnType<typeof readReport>>, { ok: false }>;

export async function makeReport(
  db: Db,
  viewer: Viewer,
  wanted: WantedReport,
  now: number,
  options: Parameters<typeof readReport>[4] = {},
): Promise<MadeReport> {
  const read = await readReport(db, viewer, wanted, now, options);
  if (!read.ok) return read;
  const { period, before, zone, total, items, points, isExact } = read;
  const zoneTerm = zone === zoneOf(viewer) ? null : zone;
  const around = (group: string | null) => (query: string) => completeQuery(query, group, wanted.q, zoneTerm);
  const figures = (numbers: typeof total, group: string | null) => ({
    now: figuresOf(numbers.now, period, around(group)),
    before: figuresOf(numbers.before, before, around(group)),
  });
  const named = await nameItems(db, wanted.by, [...items.keys()]);
  const groups = named.flatMap(({ key, name, called }) => {
    const numbers = items.get(key);
    return numbers ? { key, name, ...figures(numbers, groupQuery(wanted.by, called)) } : [];
  });
  const all = around(null);
  return {
    ...{ ok: true, period, before, zone, isExact, since: await beginnings(db) },
    total: figures(total, null),
    groups: groups.filter((group) => !isEmpty(group)),
    points: points.map(({ from, to, counts, open }) => ({
      ...{ from, to },
      created: { count: counts.n.get("created") ?? 0, query: all(`created:${daysQuery(from, to)}`) },
      resolved: { count: counts.n.get("resolved") ?? 0, query: all(`resolved:${daysQuery(from, to)}`) },
      backlog: { count: open, query: all(`backlog:${to}`) },
    })),
  };
}

/** Groups whose tasks no longer count still have rows with zeros. */
const isEmpty = ({ now, before }: Omit<ReportGroup, "key" | "name">) => volumeOf(now) + volumeOf(before) === 0;

async function beginnings(db: Db): Promise<Report["since"]> {
  const task = await db
    .selectFrom("task")
    .select(({ fn }) => fn.min("created_at").as("at"))
    .executeTakeFirst();
  const clock = await db
    .selectFrom("policy")
    .select(({ fn }) => fn.min("created_at").as("at"))
    .executeTakeFirst();
  return { tasks: task?.at ?? null, clocks: clock?.at ?? null };
}
