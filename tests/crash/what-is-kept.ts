import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { expect } from "vitest";
import { engineOf } from "~/db/engine.server";
import { reindexTasks } from "~/db/search-index.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { SWEEP_EVERY_MS, sweepFiles } from "~/features/files/file-rows.server";
import { folderStore } from "~/features/files/folder-store.server";
import { incomingOf } from "~/features/files/receive-file.server";
import type { TestServer } from "../support/server";
import { contentOf, type Sent } from "./desk-under-load";

/** Checks that acknowledged writes exist exactly once, and interrupted ones once or not at all. */
export async function expectWritesKept(db: Db, sent: readonly Sent[], when: string) {
  const found = await countsOf(db, sent);
  for (const one of sent) {
    const about = `${one.kind} ${one.mark} ${when}`;
    const count = found.get(one.mark) ?? 0;
    if (one.kind === "title") continue;
    if (one.acknowledged) expect(count, about).toBe(1);
    else expect(count, about).toBeLessThanOrEqual(1);
  }
  for (const [task, marks] of titlesBy(sent)) {
    const { title } = await db.selectFrom("task").select("title").where("id", "=", task).executeTakeFirstOrThrow();
    // The last acknowledged title, or one that was in flight.
    const last = marks.findLastIndex(({ acknowledged }) => acknowledged);
    const possible = marks.slice(Math.max(last, 0)).map(({ mark }) => mark);
    if (last >= 0) expect(possible, `title of #${task} ${when}`).toContain(title);
  }
}

function titlesBy(sent: readonly Sent[]) {
  const tasks = new Map<number, Sent[]>();
  for (const one of sent) {
    if (one.kind === "title") tasks.set(one.task, [...(tasks.get(one.task) ?? []), one]);
  }
  return tasks;
}

/** Counts messages by mark, where the mark is the whole body. */
async function countsOf(db: Db, sent: readonly Sent[]): Promise<Map<string, number>> {
  const marks = sent.map(({ mark }) => mark);
  if (marks.length === 0) return new Map();
  const rows = await db
    .selectFrom("message")
    .select(({ fn }) => ["body", fn.countAll<number>().as("count")])
    .where("body", "in", marks)
    .groupBy("body")
    .execute();
  return new Map(rows.map(({ body, count }) => [body, count]));
}

export async function expectSound(db: Db, engine: string) {
  if (engine !== "sqlite") return;
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  expect(rows).toEqual([{ integrity_check: "ok" }]);
  const { rows: broken } = await sql`pragma foreign_key_check`.execute(db);
  expect(broken).toEqual([]);
}

/** Checks that each task's entry in the search index equals a rebuilt one. */
export async function expectIndexInStep(db: Db) {
  const ids = (await db.selectFrom("task").select("id").orderBy("id").execute()).map(({ id }) => id);
  await inTransaction(db, async (tx) => {
    const before = await indexOf(tx);
    expect(new Set(before.map((row) => (row as { doc: number }).doc))).toEqual(new Set(ids));
    await reindexTasks(tx, ids);
    expect(before).toEqual(await indexOf(tx));
  });
}

/** Every word of the index with its position. SQLite's own table stores no text, so fts5vocab reads its terms. */
async function indexOf(tx: Db) {
  if (engineOf(tx) === "postgres")
    return (await sql`select task_id as doc, document::text from task_search order by task_id`.execute(tx)).rows;
  await sql`create virtual table if not exists temp.indexed using fts5vocab(main, task_search, instance)`.execute(tx);
  return (await sql`select doc, term, col, offset from temp.indexed order by 1, 2, 3, 4`.execute(tx)).rows;
}

/** Checks that each uploaded file hangs on its message, once and whole, and that table and folder hold no other. */
export async function expectFiles({ db, dataDir }: Pick<TestServer, "db" | "dataDir">, sent: readonly Sent[]) {
  const store = folderStore(join(dataDir, "files"));
  const later = Date.now() + 3 * 3_600_000;
  for (let turn = 0; turn < 16; turn++) {
    const now = later + turn * SWEEP_EVERY_MS;
    await inTransaction(db, (tx) => sweepFiles(tx, store, incomingOf(join(dataDir, "files")), now));
  }
  const uploads = sent.filter(({ kind }) => kind === "upload");
  const rows = await db
    .selectFrom("attachment")
    .innerJoin("message", "message.id", "attachment.message_id")
    .select(["attachment.name", "attachment.sha256", "message.body"])
    .execute();
  expect(rows.map(({ name }) => name).sort()).toEqual(uploads.map(({ mark }) => `${mark}.txt`).sort());
  expect(rows.filter(({ name, body }) => name !== `${body}.txt`)).toEqual([]);
  expect(await db.selectFrom("attachment").select("name").where("message_id", "is", null).execute()).toEqual([]);

  const expected = uploads.map(({ mark }) => createHash("sha256").update(contentOf(mark)).digest("hex")).sort();
  expect(rows.map(({ sha256 }) => sha256).sort()).toEqual(expected);
  const folder = join(dataDir, "files"); // created with the first file
  const entries = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : [];
  const files = entries.filter((entry) => entry.isFile());
  expect(files.map(({ name }) => name).sort()).toEqual(expected);
  for (const sha256 of expected) {
    const content = await store.read(sha256);
    if (!content) throw new Error(`The file ${sha256} is missing.`);
    expect(
      createHash("sha256")
        .update(await buffer(content))
        .digest("hex"),
    ).toBe(sha256);
  }
}

/** Checks that every held reply was sent, and that the history records each message once. */
export async function expectRepliesSent(db: Db, sent: readonly Sent[]) {
  const held = () => db.selectFrom("message").select("id").where("send_after", "is not", null).execute();
  // Many kills leave many replies, queued behind other jobs. As long as their number shrinks, more are on their way.
  const due = () => db.selectFrom("job").select("id").where("run_at", "<=", Date.now()).execute();
  let left = Number.POSITIVE_INFINITY;
  for (let turns = 0; left > 0 && turns < 20; turns++) {
    const count = (await held()).length + (await due()).length;
    if (count < left) turns = 0;
    left = count;
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, 500));
  }
  expect(await held()).toEqual([]);

  const marks = sent.filter(({ kind }) => kind !== "title" && kind !== "task").map(({ mark }) => mark);
  const told = await db
    .selectFrom("message")
    .leftJoin("event", "event.message_id", "message.id")
    .select(({ fn }) => ["message.body", fn.count<number>("event.id").as("events")])
    .where("message.body", "in", marks)
    .groupBy("message.body")
    .execute();
  expect(told.filter(({ events }) => events !== 1)).toEqual([]);
  expect(told).toHaveLength(marks.length);
}
