import { sql } from "kysely";
import { describe, expect, test as plainTest } from "vitest";
import { engineOf } from "~/db/engine.server";
import { MARKS, tsvectorLiteral } from "~/db/search-index.postgres.server";
import { reindexTasks, reindexTogether } from "~/db/search-index.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { onEachDatabase } from "../support/database";
import { aSearchablePerson, aSearchableTask } from "../support/search-desk";

/** Numbers of the tasks that match a query in the engine's own syntax. */
async function ask(db: Db, question: { sqlite: string; postgres: string }): Promise<number[]> {
  const found =
    engineOf(db) === "sqlite"
      ? await sql<{
          id: number;
        }>`select rowid as id from task_search where task_search match ${question.sqlite} order by 1`.execute(db)
      : await sql<{
          id: number;
        }>`select task_id as id from task_search where document @@ ${question.postgres}::tsquery order by 1`.execute(
          db,
        );
  return found.rows.map((row) => row.id);
}

const word = (text: string) => ({
  sqlite: `"${text}"`,
  postgres: ["", MARKS.labels, MARKS.notes].map((mark) => `'${mark}${text}'`).join(" | "),
});
const inNotes = (text: string) => ({ sqlite: `{notes}: "${text}"`, postgres: `'${MARKS.notes}${text}'` });
const publicly = (text: string) => ({ sqlite: `{title public_text}: "${text}"`, postgres: `'${text}'` });

onEachDatabase("the search index", (test) => {
  test("holds a task's title, number, tags, requester and messages, with notes kept apart", async ({ db }) => {
    const ana = await aSearchablePerson(db, { name: "Ana Díaz", email: "ana@example.org" });
    const id = await aSearchableTask(db, {
      title: "Druckerstörung",
      requester: ana.id,
      tags: ["net/vpn"],
      replies: ["Er druckt nicht"],
      notes: ["toner leer"],
    });

    for (const text of ["druckerstorung", String(id), "vpn", "diaz", "example", "druckt", "toner"]) {
      expect([text, await ask(db, word(text))]).toEqual([text, [id]]);
    }
    expect(await ask(db, inNotes("toner"))).toEqual([id]);
    expect(await ask(db, inNotes("druckt"))).toEqual([]);
    expect(await ask(db, publicly("druckt"))).toEqual([id]);
    for (const text of ["toner", "vpn", "diaz"]) expect(await ask(db, publicly(text))).toEqual([]);
  });

  test("follows the tables and drops deleted tasks", async ({ db }) => {
    const ana = await aSearchablePerson(db, { name: "Ana" });
    const kept = await aSearchableTask(db, { title: "old words", requester: ana.id });
    const gone = await aSearchableTask(db, { title: "old news", requester: ana.id });
    expect(await ask(db, word("old"))).toEqual([kept, gone]);

    await db.updateTable("task").set({ title: "new words" }).where("id", "=", kept).execute();
    await reindexTasks(db, [kept]);
    await db.deleteFrom("task").where("id", "=", gone).execute();
    await reindexTasks(db, [gone, gone]);

    expect(await ask(db, word("old"))).toEqual([]);
    expect(await ask(db, word("new"))).toEqual([kept]);
  });

  test("is written once at the end when one transaction changes many tasks", async ({ db }) => {
    const ana = await aSearchablePerson(db, { name: "Ana" });
    const ids: number[] = [];
    for (let i = 0; i < 12; i++) ids.push(await aSearchableTask(db, { title: "old words", requester: ana.id }));
    const change = (title: string) =>
      inTransaction(db, (tx) =>
        reindexTogether(tx, async () => {
          for (const id of ids) {
            await tx.updateTable("task").set({ title }).where("id", "=", id).execute();
            await reindexTasks(tx, [id]);
          }
          expect(await ask(tx, word(title))).toEqual([]); // not yet
          if (title === "wrong") throw new Error("on second thoughts");
        }),
      );

    await change("new");
    expect(await ask(db, word("new"))).toEqual(ids);
    expect(await ask(db, word("old"))).toEqual([]);
    await expect(change("wrong")).rejects.toThrow("on second thoughts");
    expect(await ask(db, word("wrong"))).toEqual([]);

    await db.updateTable("task").set({ title: "alone" }).where("id", "in", ids.slice(0, 1)).execute();
    await reindexTasks(db, ids.slice(0, 1));
    expect(await ask(db, word("alone"))).toEqual(ids.slice(0, 1));
  });

  test("merges its segments on write, to leave few for a search to read", async ({ db, engine }) => {
    if (engine === "postgres") return; // its index has no segments
    const ana = await aSearchablePerson(db, { name: "Ana" });
    const id = await aSearchableTask(db, { title: "words", requester: ana.id });
    const parts: number[] = [];
    for (let i = 0; i < 40; i++) {
      await reindexTasks(db, [id]);
      const asked = await sql<{ n: number }>`select count(distinct segid) as n from task_search_idx`.execute(db);
      parts.push(asked.rows[0]?.n ?? 0);
    }
    expect(Math.max(...parts)).toBeLessThanOrEqual(12); // FTS5 by itself would wait for 15
  });

  test("matches phrases within one text only", async ({ db }) => {
    const ana = await aSearchablePerson(db, { name: "Ana" });
    const id = await aSearchableTask(db, { title: "paper jam", requester: ana.id, replies: ["one two", "three four"] });
    const phrase = (a: string, b: string) => ({ sqlite: `"${a} ${b}"`, postgres: `'${a}' <-> '${b}'` });

    expect(await ask(db, phrase("paper", "jam"))).toEqual([id]);
    expect(await ask(db, phrase("three", "four"))).toEqual([id]);
    expect(await ask(db, phrase("two", "three"))).toEqual([]);
    expect(await ask(db, phrase("jam", "one"))).toEqual([]);
  });

  test("accepts messages of any size and script", async ({ db }) => {
    const ana = await aSearchablePerson(db, { name: "Ana" });
    const everyWord = Array.from({ length: 120_000 }, (_, i) => `w${i.toString(36)}`).join(" ");
    const id = await aSearchableTask(db, {
      title: "big",
      requester: ana.id,
      replies: ["x".repeat(65_536), "障害".repeat(30_000), "🙂".repeat(1_000), everyWord, "\\ ' \" : & | ! <-> * ()"],
      notes: ["secret"],
    });

    for (const text of ["big", "障害", "w0", "secret"]) expect(await ask(db, word(text))).toEqual([id]);
  });

  test("can be updated for many tasks at once", async ({ db }) => {
    const ana = await aSearchablePerson(db, { name: "Ana" });
    const ids: number[] = [];
    for (let i = 0; i < 120; i++) ids.push(await aSearchableTask(db, { title: "same", requester: ana.id }));
    await db.updateTable("user").set({ name: "Beatriz" }).where("id", "=", ana.id).execute();
    await reindexTasks(db, ids);
    expect(await ask(db, word("beatriz"))).toEqual(ids);
    expect(await ask(db, word("ana"))).toEqual([]);
  });
});

describe("the PostgreSQL search document", () => {
  const empty = { taskId: 1, title: [], labels: [], publicText: [], notes: [] };

  plainTest("lists each word with its positions and their weights", () => {
    expect(
      tsvectorLiteral({ ...empty, title: [["fire"]], labels: [["1"]], publicText: [["big", "fire"]], notes: [["x"]] }),
    ).toBe(`'fire':1A,6C '${MARKS.title}fire':1A '${MARKS.labels}1':3B 'big':5C '${MARKS.notes}x':8D`);
  });

  plainTest("stays within the engine's limits and still contains the notes", () => {
    const words = Array.from({ length: 400_000 }, (_, i) => `word${i}`);
    const literal = tsvectorLiteral({ ...empty, publicText: [words], notes: [["last"]] });
    expect(literal).toContain(`'${MARKS.notes}last':`);
    expect(literal.length).toBeLessThan(2_000_000);
    expect(Math.max(...[...literal.matchAll(/:(\d+)/g)].map((m) => Number(m[1])))).toBe(16_383);

    const often = tsvectorLiteral({ ...empty, publicText: [Array(1_000).fill("the")], notes: [["the"]] });
    expect(often.split(",")).toHaveLength(200);
    expect(often).toMatch(/:\d+D$/);
  });
});
