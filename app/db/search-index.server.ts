import { isShown } from "~/lib/field-visibility";
import { formsOfAddress } from "~/lib/mail-domain.server";
import { fieldWord, fileWord, indexTokens } from "~/lib/search-text";
import { engineOf } from "./engine.server";
import { storeInPostgres } from "./search-index.postgres.server";
import { mergeSqliteIndex, storeInSqlite } from "./search-index.sqlite.server";
import type { Db } from "./types";

/**
 * What is to be found of one task: each part is a list of texts, each text its words in order (lib/search-text).
 * A phrase is found inside one text, never across two.
 */
export type SearchDocument = {
  taskId: number;
  title: string[][];
  /**
   * Number, tags, all other custom fields, name and addresses of the requester, name of the organization: only for
   * readers with agent access, as tags are.
   */
  labels: string[][];
  /** What requesters are shown of custom fields, and public messages, oldest first. */
  publicText: string[][];
  /** Internal notes, oldest first, then the names of their files: only for readers with agent access. */
  notes: string[][];
};

/** So many tasks are read and written at a time: steady memory, however many are asked for. */
const BATCH = 50;

/**
 * Makes the index say about these tasks what the tables say. Belongs into the transaction that changed a task's title,
 * type, tags, fields, requester, organization, messages or files, the requester's name or address, or the
 * organization's name. Tasks that are gone leave the index.
 */
export async function reindexTasks(tx: Db, taskIds: readonly number[]): Promise<void> {
  const collected = collecting.get(tx);
  if (collected) {
    for (const id of taskIds) collected.add(id);
    return;
  }
  const ids = [...new Set(taskIds)];
  const store = engineOf(tx) === "sqlite" ? storeInSqlite : storeInPostgres;
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    await store(tx, batch, await readDocuments(tx, batch));
  }
}

/** The tasks that a transaction will write into the index when a part of it ends. */
const collecting = new WeakMap<Db, Set<number>>();

/**
 * Writes what `work` changes of the index once, when it has ended: for work on many tasks in one transaction. SQLite would
 * otherwise make one part of the index for each task, because FTS5 writes what it holds before the next statement that
 * could fail half-way, and then merge all these parts.
 */
export async function reindexTogether<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  const ids = new Set<number>();
  collecting.set(tx, ids);
  const result = await work().finally(() => collecting.delete(tx));
  await reindexTasks(tx, [...ids]);
  return result;
}

/**
 * Takes the words of deleted texts out of the index's file, a part at a time; answers whether there is more to do.
 * PostgreSQL does that by itself (autovacuum).
 */
export const clearIndex = async (tx: Db, step: { begin: boolean }): Promise<boolean> =>
  engineOf(tx) === "sqlite" && (await mergeSqliteIndex(tx, step));

/** What is to be found of these tasks. */
export async function readDocuments(tx: Db, ids: readonly number[]): Promise<SearchDocument[]> {
  const tasks = await indexedTasks(tx, ids).execute();
  const messages = await indexedMessages(tx, ids).execute();
  const documents = new Map(
    tasks.map((task) => {
      const labels = [String(task.id), task.name, ...formsOfAddress(task.email ?? ""), task.organization ?? ""];
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

  /** Asks for what only some tasks have, and not at all where none of these has it. */
  const having = async <R>(part: "addresses" | "tags" | "fields" | "files", ask: (ids: number[]) => Promise<R[]>) => {
    const some = tasks.flatMap((task) => (task[part] ? task.id : []));
    return some.length === 0 ? [] : ask(some);
  };

  const addresses = await having("addresses", (some) =>
    tx
      .selectFrom("task")
      .innerJoin("user_address", "user_address.user_id", "task.requester_id")
      .select(["task.id", "user_address.email"])
      .where("task.id", "in", some)
      .orderBy("user_address.email_key")
      .execute(),
  );
  for (const { id, email } of addresses) documents.get(id)?.labels.push(...formsOfAddress(email).map(indexTokens));

  const tags = await having("tags", (some) =>
    tx.selectFrom("task_tag").select(["task_id", "tag"]).where("task_id", "in", some).orderBy("tag").execute(),
  );
  for (const { task_id, tag } of tags) documents.get(task_id)?.labels.push(indexTokens(tag));

  const values = await having("fields", (some) => readFieldValues(tx, some));
  for (const { id, type } of tasks) {
    const own = values.filter(({ task_id }) => task_id === id);
    const stored = Object.fromEntries(own.map(({ key, value }) => [key, value]));
    for (const { key, value, visibility, field } of own.filter(({ isText }) => isText)) {
      const isPublic = visibility !== "agents" && field !== null && isShown(field, type, stored);
      const words = indexTokens(value);
      documents.get(id)?.[isPublic ? "publicText" : "labels"].push(words, words.map(fieldWord(key)));
    }
  }

  for (const { task_id, kind, body_text } of messages) {
    const document = documents.get(task_id);
    (kind === "public" ? document?.publicText : document?.notes)?.push(indexTokens(body_text));
  }

  const files = await having("files", (some) =>
    tx
      .selectFrom("attachment")
      .innerJoin("message", "message.id", "attachment.message_id")
      .select(["message.task_id", "message.kind", "attachment.name"])
      .where("message.task_id", "in", some)
      .where("message.send_after", "is", null)
      .where("attachment.redacted_at", "is", null)
      .orderBy("attachment.id")
      .execute(),
  );
  for (const { task_id, kind, name } of files) {
    const document = documents.get(task_id);
    const words = indexTokens(name);
    (kind === "public" ? document?.publicText : document?.notes)?.push(words, words.map(fileWord));
  }
  return [...documents.values()];
}

const indexedTasks = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom("task")
    .innerJoin("user as requester", "requester.id", "task.requester_id")
    .leftJoin("organization", "organization.id", "task.organization_id")
    .select(["task.id", "task.title", "task.type", "requester.name", "requester.email"])
    .select("organization.name as organization")
    .select((task) => [
      task
        .exists(task.selectFrom("user_address").select("user_id").whereRef("user_id", "=", "requester.id"))
        .as("addresses"),
      task.exists(task.selectFrom("task_tag").select("tag").whereRef("task_id", "=", "task.id")).as("tags"),
      task.exists(task.selectFrom("task_field").select("key").whereRef("task_id", "=", "task.id")).as("fields"),
      task
        .exists(
          task
            .selectFrom("message")
            .innerJoin("attachment", "attachment.message_id", "message.id")
            .select("attachment.id")
            .whereRef("message.task_id", "=", "task.id"),
        )
        .as("files"),
    ])
    .where("task.id", "in", ids)
    .where((eb) => eb.or([eb("task.put_away", "is", null), eb("task.put_away", "!=", "deleted")]));

const indexedMessages = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom("message")
    .select(["task_id", "kind", "body_text"])
    .where("task_id", "in", ids)
    .where("send_after", "is", null) // what is held was not said yet
    .orderBy("created_at")
    .orderBy("id");

/** What these tasks have in their fields; `field` null for one that is not in use. */
async function readFieldValues(tx: Db, ids: readonly number[]) {
  const rows = await tx
    .selectFrom("task_field")
    .innerJoin("custom_field", "custom_field.key", "task_field.key")
    .select(["task_field.task_id", "task_field.key", "task_field.value"])
    .select(["custom_field.kind", "custom_field.visibility", "custom_field.enabled"])
    .select(["custom_field.types", "custom_field.show_if"])
    .where("task_field.task_id", "in", ids)
    .orderBy("task_field.key")
    .execute();
  return rows.map(({ kind, enabled, types, show_if, ...row }) => ({
    ...row,
    isText: ["text", "longtext", "url"].includes(kind),
    field: enabled === 1 ? { types: JSON.parse(types), showIf: show_if === null ? null : JSON.parse(show_if) } : null,
  }));
}
