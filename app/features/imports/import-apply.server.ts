import { sql } from "kysely";
import { engineOf } from "~/db/engine.server";
import { reindexTasks } from "~/db/search-index.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { UserState } from "~/features/users/users";
import { ensurePeople, findPeople, type People, peopleOf, peopleTrouble, type Roles } from "./import-people.server";
import type { ImportRow } from "./import-rows.server";
import { applyRow, beginTask, type Entry, type ImportTask } from "./import-task";
import { readTasks, writeEntries, writeTasks } from "./import-write.server";
import { type FieldMemory, knownKeys } from "./previously-imported.server";

export type ImportContext = {
  /** State of newly created agents. */
  newAgents: UserState;
  roles: Roles;
  /** History names of the map's extra fields. */
  fieldNames: readonly string[];
  memory: FieldMemory;
  /** UTC milliseconds. */
  now: number;
};

/**
 * The result of importing some rows. `known` counts rows imported earlier; `tasks` and `people` count only new ones.
 */
type Applied = {
  rows: number;
  known: number;
  tasks: number;
  people: number;
  entries: number;
  bad: { line: number; trouble: string }[];
};

export async function applyRows(db: Db, rows: readonly ImportRow[], context: ImportContext): Promise<Applied> {
  const { applied, tasks } = await inTransaction(db, async (tx) => {
    await oneImportAtATime(tx);
    const { fresh, known } = await freshRows(tx, rows);
    const people = await findPeople(tx, fresh.flatMap(peopleOf));
    const { good, bad } = sorted(fresh, people);
    const peopleMade = await ensurePeople(tx, good, people, context);
    const tasks = await readTasks(tx, good, context);
    const before = tasks.size;
    const entries = applyAll(good, tasks, people, context);

    await writeTasks(tx, [...tasks.values()]);
    await writeEntries(tx, entries);
    await reindexTasks(
      tx,
      [...tasks.values()].flatMap((task) => (task.wordsChanged && task.id !== null ? task.id : [])),
    );
    const made = { tasks: tasks.size - before, people: peopleMade, entries: entries.length };
    return { applied: { rows: good.length, known, ...made, bad }, tasks };
  });
  for (const { id, fields } of tasks.values()) if (id !== null) context.memory.remember(id, fields);
  return applied;
}

/** Applies rows in memory and adds new tasks to `tasks`, keyed by external key. */
function applyAll(rows: readonly ImportRow[], tasks: Map<string, ImportTask>, people: People, context: ImportContext) {
  const entries: Entry[] = [];
  for (const row of rows) {
    const known = tasks.get(row.taskKey);
    if (known) {
      entries.push(...applyRow(known, row, { ...context, people }, false));
      continue;
    }
    const begun = beginTask(row, { ...context, people });
    tasks.set(row.taskKey, begun.task);
    entries.push(...begun.entries, ...applyRow(begun.task, row, { ...context, people }, true));
  }
  return entries;
}

/** Any number no other advisory lock uses: "import" on a phone keypad. */
const IMPORT_LOCK = 467_678;

/** Two concurrent imports of a file would both find its rows new. SQLite has only one writer anyway. */
async function oneImportAtATime(tx: Tx) {
  if (engineOf(tx) === "postgres") await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(tx);
}

/** Drops rows that are already in the database, and duplicates. */
async function freshRows(tx: Tx, rows: readonly ImportRow[]) {
  const keys = rows.map((row) => row.key);
  const seen = await knownKeys(tx, "event", keys);
  const fresh = rows.filter((row) => !seen.has(row.key) && seen.add(row.key));
  return { fresh, known: rows.length - fresh.length };
}

/** Separates rows whose people can be imported from those whose people can't. */
export function sorted(rows: readonly ImportRow[], people: People) {
  const bad: Applied["bad"] = [];
  const good = rows.filter((row) => {
    const trouble = peopleTrouble(row, people);
    if (trouble !== null) bad.push({ line: row.line, trouble });
    return trouble === null;
  });
  return { good, bad };
}
