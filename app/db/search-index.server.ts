import { isShown } from "~/lib/field-visibility";
import { formsOfAddress } from "~/lib/mail-domain.server";
import { fieldWord, fileWord, indexTokens } from "~/lib/search-tokens";
import { engineOf } from "./engine.server";
import { storeInPostgres } from "./search-index.postgres.server";
import { mergeSqliteIndex, storeInSqlite } from "./search-index.sqlite.server";
import type { Db } from "./types";

/**
 * A task's searchable text. Each part is a list of texts, each text its words in order (lib/search-tokens). Phrases match
 * within one text only.
 */
export type SearchDocument = {
  taskId: number;
  title: string[][];
  /**
   * Number, tags, custom fields hidden from requesters, the requester's name and addresses, the organization's name. Only
   * for viewers with agent access.
   */
  labels: string[][];
  /** Custom fields requesters can see, then public messages, oldest first, then the names of their files. */
  publicText: string[][];
  /** Internal notes, oldest first, then the names of their files. Only for viewers with agent access. */
  notes: string[][];
};

/** Tasks per batch, to keep memory constant. */
const BATCH = 50;

/**
 * Updates the search index for these tasks and removes deleted ones. Call it in every transaction that changes a task's
 * title, type, tags, fields, requester, organization, messages or files. The same goes for a requester's name or address,
 * and an organization's name.
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

/** Tasks to reindex at the end of `reindexTogether`, by transaction. */
const collecting = new WeakMap<Db, Set<number>>();

/**
 * Defers reindexing until `work` has ended, for work on many tasks in one transaction. Otherwise FTS5 would create, and
 * later merge, a segment per task: it flushes before each statement that could fail half-way.
 */
export async function reindexTogether<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  const ids = new Set<number>();
  collecting.set(tx, ids);
  const result = await work().finally(() => collecting.delete(tx));
  await reindexTasks(tx, [...ids]);
  return result;
}

/** Purges deleted words from the index, one step at a time; returns whether there is more to do. PostgreSQL has autovacuum. */
export const clearIndex = async (tx: Db, step: { begin: boolean }): Promise<boolean> =>
  engineOf(tx) === "sqlite" && (await mergeSqliteIndex(tx, step));

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

  /** Queries only for tasks that have this part; skips the query if none do. */
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
    .where("send_after", "is", null) // held replies aren't searchable until sent
    .orderBy("created_at")
    .orderBy("id");

/** Reads field values; `field` is null for a retired field. */
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
