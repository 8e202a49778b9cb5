import { sql } from "kysely";
import { engineOf } from "~/db/engine.server";
import { reindexTasks } from "~/db/search-index.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { UserState } from "~/features/users/users";
import { type FieldMemory, knownRows } from "./import-history.server";
import { ensurePeople, findPeople, type People, peopleOf, peopleTrouble, type Roles } from "./import-people.server";
import type { ImportRow } from "./import-rows.server";
import { applyRow, beginTask, type Entry, type ImportTask } from "./import-task";
import { readTasks, writeEntries, writeTasks } from "./import-write.server";

export type ImportContext = {
  /** What becomes of agents nobody knew. */
  newAgents: UserState;
  roles: Roles;
  /** Names of the further fields, as history shows them. */
  fieldNames: readonly string[];
  memory: FieldMemory;
  /** UTC milliseconds. */
  now: number;
};

/** What became of some rows. */
type Applied = {
  /** Rows written. */
  rows: number;
  /** Rows that were imported before. */
  known: number;
  /** Tasks made. */
  tasks: number;
  /** People made. */
  people: number;
  /** Entries in the history of tasks. */
  entries: number;
  bad: { line: number; trouble: string }[];
};

/** Writes rows, in the order of the file, as one transaction: all of what they say or, when it fails, nothing. */
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

/** Applies rows in memory. Tasks that begin are added to `tasks`, which goes by external key. */
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

/** Any number that is no other lock of ours: "import" on a telephone. */
const IMPORT_LOCK = 467_678;

/** Two imports of one file at once would both find a row new. SQLite has one writer anyway. */
async function oneImportAtATime(tx: Tx) {
  if (engineOf(tx) === "postgres") await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(tx);
}

/** The rows that are not in the database yet, each once. */
async function freshRows(tx: Tx, rows: readonly ImportRow[]) {
  const seen = await knownRows(
    tx,
    rows.map((row) => row.key),
  );
  const fresh = rows.filter((row) => !seen.has(row.key) && seen.add(row.key));
  return { fresh, known: rows.length - fresh.length };
}

/** Good rows and bad ones, by the people in them. */
export function sorted(rows: readonly ImportRow[], people: People) {
  const bad: Applied["bad"] = [];
  const good = rows.filter((row) => {
    const trouble = peopleTrouble(row, people);
    if (trouble !== null) bad.push({ line: row.line, trouble });
    return trouble === null;
  });
  return { good, bad };
}
