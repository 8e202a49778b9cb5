import { indexTokens } from "~/lib/search-text";
import { engineOf } from "./engine.server";
import { storeInPostgres } from "./search-index.postgres.server";
import { storeInSqlite } from "./search-index.sqlite.server";
import type { Db } from "./types";

/**
 * What is to be found of one task: each part is a list of texts, each text its words in order (lib/search-text).
 * A phrase is found inside one text, never across two.
 */
export type SearchDocument = {
  taskId: number;
  title: string[][];
  /** Number, tags, name and address of the requester: only for readers with agent access, as tags are. */
  labels: string[][];
  /** Public messages, oldest first. */
  publicText: string[][];
  /** Internal notes, oldest first: only for readers with agent access. */
  notes: string[][];
};

/** So many tasks are read and written at a time: steady memory, however many are asked for. */
const BATCH = 50;

/**
 * Makes the index say about these tasks what the tables say. Belongs into the transaction that changed a task's title,
 * tags, requester or messages, or the requester's name or address. Tasks that are gone leave the index.
 */
export async function reindexTasks(tx: Db, taskIds: readonly number[]): Promise<void> {
  const ids = [...new Set(taskIds)];
  const store = engineOf(tx) === "sqlite" ? storeInSqlite : storeInPostgres;
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    await store(tx, batch, await readDocuments(tx, batch));
  }
}

async function readDocuments(tx: Db, ids: number[]): Promise<SearchDocument[]> {
  const tasks = await tx
    .selectFrom("task")
    .innerJoin("user as requester", "requester.id", "task.requester_id")
    .select(["task.id", "task.title", "requester.name", "requester.email"])
    .where("task.id", "in", ids)
    .execute();
  const documents = new Map(
    tasks.map((task) => {
      const labels = [String(task.id), task.name, task.email ?? ""];
      const document: SearchDocument = {
        taskId: task.id,
        title: [indexTokens(task.title)],
        labels: labels.map(indexTokens),
        publicText: [],
        notes: [],
      };
      return [task.id, document];
    }),
  );

  const tags = await tx
    .selectFrom("task_tag")
    .select(["task_id", "tag"])
    .where("task_id", "in", ids)
    .orderBy("tag")
    .execute();
  for (const { task_id, tag } of tags) documents.get(task_id)?.labels.push(indexTokens(tag));

  const messages = await tx
    .selectFrom("message")
    .select(["task_id", "kind", "body"])
    .where("task_id", "in", ids)
    .orderBy("id")
    .execute();
  for (const { task_id, kind, body } of messages) {
    const document = documents.get(task_id);
    (kind === "public" ? document?.publicText : document?.notes)?.push(indexTokens(body));
  }
  return [...documents.values()];
}
