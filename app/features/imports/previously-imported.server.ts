import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";

/** The external keys that were imported before: of rows, which history stores, or of tasks. */
export async function knownKeys(db: Db, table: "event" | "task", keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom(table)
    .select("external_key")
    .where("external_key", "in", [...new Set(keys)])
    .execute();
  return new Set(rows.map((row) => row.external_key ?? ""));
}

const TASKS_REMEMBERED = 5_000;

/**
 * The latest values of tasks' extra fields, which only history stores. Caches recent tasks: a file may have a million rows
 * for one task, and searching its history for each would be slow.
 */
export class FieldMemory {
  readonly #names: readonly string[];
  readonly #remembered = new Map<number, (string | null)[]>();

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  async read(tx: Tx, taskIds: readonly number[]): Promise<Map<number, (string | null)[]>> {
    const found = new Map<number, (string | null)[]>();
    const unknown: number[] = [];
    for (const id of taskIds) {
      const remembered = this.#remembered.get(id);
      found.set(id, remembered ? [...remembered] : this.#names.map(() => null));
      if (!remembered) unknown.push(id);
    }
    if (unknown.length === 0 || this.#names.length === 0) return found;

    const last = tx
      .selectFrom("event")
      .select(({ fn }) => fn.max("id").as("id"))
      .where("task_id", "in", unknown)
      .where("field", "in", [...this.#names])
      .groupBy(["task_id", "field"]);
    const events = await tx
      .selectFrom("event")
      .select(["task_id", "field", "new_value"])
      .where("id", "in", last)
      .execute();
    for (const { task_id, field, new_value } of events) {
      const values = found.get(task_id);
      if (values) values[this.#names.indexOf(field ?? "")] = new_value;
    }
    return found;
  }

  /** Call it only after the transaction that wrote the values has committed. */
  remember(taskId: number, values: readonly (string | null)[]) {
    this.#remembered.delete(taskId); // re-inserted below, so the first key is the least recently used
    this.#remembered.set(taskId, [...values]);
    if (this.#remembered.size > TASKS_REMEMBERED) {
      this.#remembered.delete(this.#remembered.keys().next().value as number);
    }
  }
}
