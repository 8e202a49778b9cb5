import { sql } from "kysely";
import { expect, vi } from "vitest";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { undoChange } from "~/features/history/undo-change.server";
import { addLink, removeLink } from "~/features/relations/links.server";
import { LINK_VIEWS, linkFrom, linkWords, oppositeOf, storedLink } from "~/features/relations/relations";
import { readTask } from "~/features/task-page/task-read.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { anAdmin, anAgent, aTask, NOON } from "../../support/factories";
import { changesOf, lastChange } from "../../support/history";

async function agentPage(db: Db, viewer: Viewer, id: number) {
  const page = await readTask(db, viewer, id, NOON);
  if (page?.as !== "agent") throw new Error("The viewer doesn't get the agent's page.");
  return page;
}

onEachDatabase("links between tasks (domain B2)", (test) => {
  test("have an opposite kind when viewed from the other end", () => {
    for (const view of LINK_VIEWS) {
      const stored = storedLink(42, view, 7);
      expect(linkFrom(42, stored)).toEqual({ view, other: 7 });
      expect(linkFrom(7, stored)).toEqual({ view: oppositeOf(view), other: 42 });
      expect(storedLink(7, oppositeOf(view), 42)).toEqual(stored);
    }
    expect(linkWords("blocks")).toBe("blocks");
  });

  test("appear on both tasks and in both histories, and can be removed from the other end", async ({ db }) => {
    const [ada, { id: one }, { id: two }] = [await anAgent(db), await aTask(db), await aTask(db, { title: "Fuse" })];
    expect(await addLink(db, ada, one, { view: "blocked_by", other: two }, NOON)).toMatchObject({ ok: true });
    const [first, second] = [await agentPage(db, ada, one), await agentPage(db, ada, two)];
    expect(first.relations.links).toEqual([
      { view: "blocked_by", words: "blocked by", task: { id: two, title: "Fuse", status: "new" } },
    ]);
    expect(second.relations.links.map(({ view, task }) => [view, task?.id])).toEqual([["blocks", one]]);
    expect(lastChange(first)).toBe(`added a link: blocked by #${two}`);
    expect(lastChange(second)).toBe(`added a link: blocks #${one}`);
    expect([first.version, second.version]).toEqual([2, 2]);

    expect(await removeLink(db, ada, two, { view: "blocks", other: one }, NOON)).toMatchObject({ ok: true });
    expect((await agentPage(db, ada, one)).relations.links).toEqual([]);
    expect(lastChange(await agentPage(db, ada, one))).toBe(`removed a link: blocked by #${two}`);
  });

  test("lock the lower-numbered task first when undone from either end, so nothing deadlocks", async ({
    db,
    engine,
  }) => {
    if (engine === "sqlite") return; // SQLite has a single writer
    const [ada, { id: small }, { id: large }] = [await anAgent(db), await aTask(db), await aTask(db)];
    const linked = await addLink(db, ada, small, { view: "relates", other: large }, NOON);
    const changeSetId = (linked.ok && linked.changeSetId) || 0;
    const lock = (tx: Tx, id: number) =>
      sql`select id from task where id = ${id} for update nowait`.execute(tx).then(({ rows }) => rows.length);
    const undone = await inTransaction(db, async (tx) => {
      expect(await lock(tx, small)).toBe(1);
      const undoing = undoChange(db, ada, { taskId: large, changeSetId }, NOON);
      const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await vi.waitUntil(async () => (await waiting.execute(db)).rows.length > 0);
      expect(await lock(tx, large), "the larger number isn't locked yet").toBe(1);
      return { undoing };
    });
    expect(await undone.undoing).toMatchObject({ ok: true });
  });

  test("are created and recorded once after a double click", async ({ db }) => {
    const [ada, { id: one }, { id: two }] = [await anAgent(db), await aTask(db), await aTask(db)];
    await addLink(db, ada, one, { view: "blocks", other: two }, NOON);
    expect(await addLink(db, ada, one, { view: "blocks", other: two }, NOON)).toEqual({ ok: true, changeSetId: null });
    expect(await db.selectFrom("event").select("id").where("field", "=", "blocks").execute()).toHaveLength(1);
    expect(await db.selectFrom("task_link").selectAll().execute()).toHaveLength(1);
  });

  test("are refused with a message: to the task itself, in a loop, to a missing task, beyond 100", async ({ db }) => {
    const ada = await anAgent(db);
    const [a, b, c] = [(await aTask(db)).id, (await aTask(db)).id, (await aTask(db)).id];
    const refusal = async (from: number, view: "blocked_by" | "duplicate_of" | "relates" | "blocks", other: number) => {
      const added = await addLink(db, ada, from, { view, other }, NOON);
      return added.ok ? null : added.why === "wrong" ? added.message : added.why;
    };
    expect(await refusal(a, "relates", a)).toMatch(/to itself/);
    expect(await refusal(a, "relates", 999_999)).toMatch(/Task #999999 doesn't exist/);
    expect(await refusal(a, "relates", b)).toBeNull();
    expect(await refusal(b, "relates", a)).toBeNull();
    expect(await refusal(a, "blocked_by", b)).toBeNull();
    expect(await refusal(b, "blocks", a)).toBeNull();
    expect(await refusal(b, "blocked_by", c)).toBeNull();
    expect(await refusal(c, "blocked_by", a)).toMatch(/a loop: #\d+ is already blocked by/);
    expect(await refusal(c, "duplicate_of", a)).toBeNull();
    const others: number[] = [];
    for (let n = 0; n < 97; n++) others.push((await aTask(db, { title: `Other ${n}` })).id);
    await db
      .insertInto("task_link")
      .values(others.map((other_id) => ({ task_id: a, kind: "relates", other_id, created_at: NOON })))
      .execute(); // 100 with the three above
    expect(await refusal(b, "duplicate_of", a)).toMatch(/has 100 links/);
  });

  test("hide a task the viewer can't see, in list and history, and can't be added to one", async ({ db }) => {
    const [boss, ada] = [await anAdmin(db), await anAgent(db)];
    const [{ id: open }, { id: secret }, { id: other }] = [
      await aTask(db),
      await aTask(db, { title: "Dismissal" }),
      await aTask(db),
    ];
    await db.deleteFrom("team_member").where("user_id", "=", ada.id).execute();
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", secret).execute();
    await addLink(db, boss, open, { view: "duplicate_of", other: secret }, NOON);

    const page = await agentPage(db, ada, open);
    expect(page.relations.links).toEqual([{ view: "duplicate_of", words: "duplicate of", task: null }]);
    expect(changesOf(page.history).join()).not.toContain(`#${secret}`);
    expect(lastChange(page)).toBe("added a link: duplicate of a task you can't see");
    const [hidden, none] = [
      await addLink(db, ada, other, { view: "relates", other: secret }, NOON),
      await addLink(db, ada, other, { view: "relates", other: 999_999 }, NOON),
    ];
    expect(JSON.stringify(hidden).replace(String(secret), "N")).toBe(JSON.stringify(none).replace("999999", "N"));
  });

  test("are created once when both ends claim at the same time to be blocked by the other", async ({ db }) => {
    const [ada, bob, { id: one }, { id: two }] = [
      await anAgent(db),
      await anAgent(db),
      await aTask(db),
      await aTask(db),
    ];
    const both = await Promise.all([
      addLink(db, ada, one, { view: "blocked_by", other: two }, NOON),
      addLink(db, bob, two, { view: "blocked_by", other: one }, NOON),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await db.selectFrom("task_link").selectAll().execute()).toHaveLength(1);
  });

  test("and their removal can be undone from either end, unless they were removed in the meantime", async ({ db }) => {
    const [ada, { id: one }, { id: two }] = [await anAgent(db), await aTask(db), await aTask(db)];
    const made = await addLink(db, ada, one, { view: "blocks", other: two }, NOON);
    if (!made.ok || made.changeSetId === null) throw new Error("The link wasn't added.");
    const undone = await undoChange(db, ada, { taskId: one, changeSetId: made.changeSetId }, NOON);
    expect(undone).toMatchObject({ ok: true, back: [`the link “blocks #${two}”`] });
    expect(await db.selectFrom("task_link").selectAll().execute()).toEqual([]);
    expect(lastChange(await agentPage(db, ada, two))).toBe(`removed a link: blocked by #${one}`);

    const seen = await addLink(db, ada, one, { view: "relates", other: two }, NOON);
    if (!seen.ok || seen.changeSetId === null) throw new Error("The link wasn't added.");
    const fromThere = await undoChange(db, ada, { taskId: two, changeSetId: seen.changeSetId }, NOON);
    expect(fromThere, "from the other end").toMatchObject({ ok: true });

    const again = await addLink(db, ada, one, { view: "blocks", other: two }, NOON);
    if (!again.ok || again.changeSetId === null) throw new Error("The link wasn't added.");
    const removed = await removeLink(db, ada, one, { view: "blocks", other: two }, NOON);
    const late = await undoChange(db, ada, { taskId: one, changeSetId: again.changeSetId }, NOON);
    expect(late).toMatchObject({ why: "nothing_left", kept: ["The link was already removed."] });

    if (!removed.ok || removed.changeSetId === null) throw new Error("The link wasn't removed.");
    const restored = await undoChange(db, ada, { taskId: two, changeSetId: removed.changeSetId }, NOON);
    expect(restored, "the removal").toMatchObject({ ok: true });
    const links = db.selectFrom("task_link").select(["kind", "task_id", "other_id"]);
    expect(await links.execute()).toEqual([{ kind: "blocked_by", task_id: two, other_id: one }]);
  });
});
