import { type InsertObject, sql } from "kysely";
import { forUpdate } from "~/db/locks.server";
import type { Tx } from "~/db/transaction.server";
import type { Database } from "~/db/types";
import { renderMessage } from "~/features/conversation/markdown.server";
import type { KnownPerson } from "./import-people.server";
import type { ImportRow } from "./import-rows.server";
import type { Entry, ImportTask } from "./import-task";
import type { FieldMemory } from "./previously-imported.server";

/** Reads the rows' existing tasks, by external key, and locks them in id order until the transaction ends. */
export async function readTasks(
  tx: Tx,
  rows: readonly ImportRow[],
  { memory }: { memory: FieldMemory },
): Promise<Map<string, ImportTask>> {
  const tasks = new Map<string, ImportTask>();
  const keys = [...new Set(rows.map((row) => row.taskKey))];
  if (keys.length === 0) return tasks;
  const query = tx.selectFrom("task").selectAll().where("external_key", "in", keys).orderBy("id");
  const found = await forUpdate(tx, query).execute();
  if (found.length === 0) return tasks;

  const ids = found.map((task) => task.id);
  const tags = await tx
    .selectFrom("task_tag")
    .select(["task_id", "tag"])
    .where("task_id", "in", ids)
    .orderBy("tag")
    .execute();
  const people = await peopleById(
    tx,
    new Set(found.flatMap((task) => [task.requester_id, task.assignee_id ?? []].flat())),
  );
  const fields = await memory.read(tx, ids);
  for (const task of found) {
    const requester = people.get(task.requester_id);
    if (!requester) throw new Error(`Task ${task.id} has no requester.`);
    const externalKey = task.external_key ?? "";
    tasks.set(externalKey, {
      ...{ id: task.id, externalKey, version: task.version, columns: task, requester },
      assignee: people.get(task.assignee_id ?? 0) ?? null,
      createdBy: null,
      tags: tags.flatMap(({ task_id, tag }) => (task_id === task.id ? tag : [])),
      fields: fields.get(task.id) ?? [],
      ...{ description: "", tagsChanged: false, wordsChanged: false },
    });
  }
  return tasks;
}

async function peopleById(tx: Tx, ids: ReadonlySet<number>): Promise<Map<number, KnownPerson>> {
  const people = await tx
    .selectFrom("user")
    .select(["id", "name", "role", "state", "email"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(people.map((person) => [person.id, person]));
}

/** Writes tasks and their tags, and the description of new ones. Sets the `id` of new tasks. */
export async function writeTasks(tx: Tx, tasks: readonly ImportTask[]): Promise<void> {
  const begun = tasks.filter((task) => task.id === null);
  for (const task of tasks) {
    if (task.id === null) continue;
    await tx
      .updateTable("task")
      .set({
        ...columnsOf(task),
        open: sql<0 | 1>`case when put_away is null then ${sql.lit(task.columns.open)} else 0 end`, // trash is never open
        version: task.version + 1,
      })
      .where("id", "=", task.id)
      .execute();
  }
  await insertTasks(tx, begun);
  await insertDescriptions(tx, begun);
  await replaceTags(
    tx,
    tasks.filter((task) => task.tagsChanged),
    new Set(begun),
  );
}

const columnsOf = ({ columns, requester, assignee }: ImportTask) => ({
  title: columns.title,
  type: columns.type,
  status: columns.status,
  open: columns.open,
  priority: columns.priority,
  due_at: columns.due_at,
  reopen_count: columns.reopen_count,
  resolved_at: columns.resolved_at,
  closed_at: columns.closed_at,
  updated_at: columns.updated_at,
  requester_id: requester.id,
  assignee_id: assignee?.id ?? null,
});

async function insertTasks(tx: Tx, tasks: readonly ImportTask[]) {
  if (tasks.length === 0) return;
  const team = await tx.selectFrom("team").select("id").where("is_default", "=", 1).executeTakeFirstOrThrow();
  const made = await tx
    .insertInto("task")
    .values(
      tasks.map(
        (task): InsertObject<Database, "task"> => ({
          ...columnsOf(task),
          organization_id: (eb) => eb.selectFrom("user").select("organization_id").where("id", "=", task.requester.id),
          team_id: team.id,
          channel: "import" as const,
          external_key: task.externalKey,
          first_responded_at: null,
          last_public_at: task.columns.created_at,
          last_requester_at: task.columns.created_at,
          last_agent_at: null,
          created_by: task.createdBy?.id ?? null,
          created_at: task.columns.created_at,
          version: task.version,
        }),
      ),
    )
    .returning(["id", "external_key"])
    .execute();
  const ids = new Map(made.map(({ id, external_key }) => [external_key, id]));
  for (const task of tasks) task.id = idIn(ids.get(task.externalKey));
}

async function insertDescriptions(tx: Tx, tasks: readonly ImportTask[]) {
  const values = tasks
    .filter((task) => task.description !== "")
    .map((task) => ({ task, ...renderMessage(task.description) }))
    .map(({ task, html, text }) => ({
      task_id: idIn(task.id),
      author_id: task.requester.id,
      kind: "public" as const,
      side: "requester" as const,
      body: task.description,
      body_html: html,
      body_text: text,
      channel: "import" as const,
      created_at: task.columns.created_at,
    }));
  if (values.length > 0) await tx.insertInto("message").values(values).execute();
}

async function replaceTags(tx: Tx, tasks: readonly ImportTask[], begun: ReadonlySet<ImportTask>) {
  const had = tasks.filter((task) => !begun.has(task)).map((task) => idIn(task.id));
  if (had.length > 0) await tx.deleteFrom("task_tag").where("task_id", "in", had).execute();
  const values = tasks.flatMap((task) => task.tags.map((tag) => ({ task_id: idIn(task.id), tag })));
  for (const part of inParts(values)) await tx.insertInto("task_tag").values(part).execute();
}

export async function writeEntries(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const values = entries.map(({ task, ...entry }) => ({
    ...entry,
    task_id: idIn(task.id),
    via: "import" as const,
    message_id: null,
  }));
  for (const part of inParts(values)) await tx.insertInto("event").values(part).execute();
}

/** SQLite allows 32,766 values per statement, PostgreSQL 65,535; no row here has more than 20. */
const ROWS_IN_A_STATEMENT = 500;

function* inParts<Value>(values: readonly Value[]): Generator<Value[]> {
  for (let at = 0; at < values.length; at += ROWS_IN_A_STATEMENT) yield values.slice(at, at + ROWS_IN_A_STATEMENT);
}

function idIn(id: number | null | undefined): number {
  if (!id) throw new Error("The task has not been written yet.");
  return id;
}
