import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Db } from "~/db/types";
import { readImportMap } from "~/features/imports/csv-column-map.server";
import { type ImportJob, runImport } from "~/features/imports/import-run.server";

/** When the imports run: long after everything in the files. */
export const IMPORTED_AT = Date.UTC(2026, 2, 1, 9);

export const HEADER = "number,state,priority,caller,agent,opened_by,opened,changed,by,group,area,resolved";

/** Three made-up incidents as an audit log: one row per event. A number's last row is its final state. */
export const INCIDENTS = `${HEADER}
INC7,New,3,Caller 1,?,Desk 1,01-03-2026 08:00,01-03-2026 08:00,Desk 1,Group A,Net / VPN,?
INC8,New,1,Caller 2,?,?,01-03-2026 08:10,01-03-2026 08:12,Agent 1,Group A,Print,?
INC7,Active,3,Caller 1,Agent 1,Desk 1,01-03-2026 08:00,01-03-2026 08:30,Agent 1,Group B,Net / VPN,?
INC7,Active,3,Caller 1,Agent 1,Desk 1,01-03-2026 08:00,01-03-2026 08:45,Agent 2,Group B,Net / VPN,?
INC7,Resolved,3,Caller 1,Agent 1,Desk 1,01-03-2026 08:00,01-03-2026 09:00,Agent 1,Group B,Net / VPN,01-03-2026 08:58
INC8,Resolved,2,Caller 2,Agent 2,?,01-03-2026 08:10,01-03-2026 09:10,Agent 2,Group A,Print,01-03-2026 09:10
INC8,Active,2,Caller 2,Agent 2,?,01-03-2026 08:10,01-03-2026 10:00,Caller 2,Group A,Print,?
INC7,Closed,3,Caller 1,Agent 1,Desk 1,01-03-2026 08:00,02-03-2026 09:00,System,Group B,Net / VPN,01-03-2026 08:58
INC9,Waiting,4,?,?,Desk 1,01-03-2026 11:00,01-03-2026 11:05,Desk 1,Group A,?,?
`;

export const COLUMN_MAP = {
  source: "old-desk",
  file: { unknown: ["?"] },
  dates: { format: "DD-MM-YYYY HH:mm", timeZone: "UTC" },
  task: {
    key: "number",
    title: "{number}[ about {area}]",
    description: "Reported by **{caller}**.[\n\nArea: {area}]",
    status: {
      column: "state",
      values: { New: "new", Active: "in_progress", Waiting: "on_hold", Resolved: "resolved", Closed: "closed" },
    },
    priority: { column: "priority", values: { "1": "urgent", "2": "high", "3": "normal", "4": "low" } },
    requester: { column: "caller" },
    assignee: { column: "agent" },
    openedBy: { column: "opened_by" },
    tags: ["area"],
    openedAt: "opened",
    resolvedAt: "resolved",
  },
  event: { at: "changed", by: { column: "by" }, fields: { Group: "group" } },
};

/** Writes a temporary file that is deleted when the current test finishes. */
export function aFile(content: string | Uint8Array, name = "incidents.csv"): string {
  const folder = mkdtempSync(join(tmpdir(), "taskdesk-import-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

type Options = Partial<Omit<ImportJob, "map">> & { map?: unknown };

/** Imports a file with this content. Returns the outcome, with bad rows as `line: reason`. */
export async function importContent(
  db: Db,
  content: string | Uint8Array,
  { map = COLUMN_MAP, ...options }: Options = {},
) {
  const bad: string[] = [];
  const outcome = await runImport(db, {
    path: aFile(content),
    map: readImportMap(JSON.stringify(map)),
    dryRun: false,
    strict: false,
    now: IMPORTED_AT,
    signal: new AbortController().signal,
    onBadRow: (line, trouble) => bad.push(`${line}: ${trouble}`),
    onProgress: () => {},
    ...options,
  });
  return { ...outcome, bad };
}

const TABLES = ["task", "task_tag", "message", "event", "user"] as const;

/** Row counts by table. */
export async function rowCounts(db: Db) {
  const counted = TABLES.map(async (table) => {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return [table, count] as const;
  });
  return Object.fromEntries(await Promise.all(counted)) as Record<(typeof TABLES)[number], number>;
}

/** A task's history as lines of time, actor and change. */
export async function historyOf(db: Db, key: string): Promise<string[]> {
  const events = await db
    .selectFrom("event")
    .innerJoin("task", "task.id", "event.task_id")
    .leftJoin("user as actor", "actor.id", "event.actor_id")
    .select(["event.kind", "event.field", "event.old_value", "event.new_value", "event.at", "event.via", "actor.name"])
    .where("task.external_key", "=", key)
    .orderBy("event.at")
    .orderBy("event.id")
    .execute();
  return events.map(({ kind, field, old_value, new_value, at, name }) => {
    const what =
      field === null ? kind : old_value || new_value ? `${field}: ${old_value ?? "–"} → ${new_value ?? "–"}` : field;
    return `${new Date(at).toISOString().slice(5, 16)} ${name ?? "?"} ${what}`;
  });
}

export const taskBy = (db: Db, key: string) =>
  db.selectFrom("task").selectAll().where("external_key", "=", key).executeTakeFirstOrThrow();
