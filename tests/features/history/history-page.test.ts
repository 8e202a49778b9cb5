import { sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "~/db/types";
import { type HistoryPage, restoredFields } from "~/features/history/history-page.server";
import { historyHref, NEWEST_HISTORY, parseHistoryPlace } from "~/features/history/history-page-url";
import { undoChange } from "~/features/history/undo-change.server";
import { putInCopy } from "~/features/people/participants.server";
import { addLink } from "~/features/relations/links.server";
import { makeSubTask } from "~/features/relations/sub-tasks.server";
import { readTask } from "~/features/task-page/task-read.server";
import { changeTask } from "~/features/tasks/task-change.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { anAdmin, anAgent, aTask, NOON } from "../../support/factories";
import { changesOf } from "../../support/history";

const MINUTE = 60_000;

async function page(db: Db, viewer: Viewer, id: number, now = NOON, place = NEWEST_HISTORY) {
  const task = await readTask(db, viewer, id, now, { kind: "newest" }, place);
  if (task?.as !== "agent") throw new Error("The viewer doesn't get the agent's page.");
  return task.history;
}

/** Changes the title once a minute. */
async function titled(db: Db, viewer: Viewer, id: number, titles: number) {
  for (let n = 1; n <= titles; n++) {
    const { version } = await db.selectFrom("task").select("version").where("id", "=", id).executeTakeFirstOrThrow();
    const change = { title: `Title ${n}`, version };
    await changeTask(db, viewer, id, { change, was: {} }, NOON + n * MINUTE);
  }
}

onEachDatabase("the history of a task (domain A15)", (test) => {
  test("names in words what each undo button reverts, without repetition", async ({ db }) => {
    const ada = await anAgent(db);
    const [{ id }, other, child] = [await aTask(db), await aTask(db), await aTask(db)];
    const mails = "one@example.org, two@example.org";
    await putInCopy(db, ada, id, mails, NOON);
    await addLink(db, ada, id, { view: "duplicate_of", other: other.id }, NOON + 1);
    await makeSubTask(db, ada, child.id, id, NOON + 2);
    const named = async (taskId: number) =>
      (await page(db, ada, taskId)).entries.flatMap(({ undo }) => undo?.about ?? []);
    expect(await named(id)).toEqual(["In copy", "Link: duplicate of", "Sub-task"]);
    expect(await named(other.id)).toEqual(["Link: duplicated by"]);
    expect(await named(child.id)).toEqual(["Parent"]);
  });

  test("shows the newest thirty entries, and older ones by cursor, none twice", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    await titled(db, ada, id, 70);
    const pages: string[][] = [];
    let before: { at: number; id: number } | null = null;
    do {
      const history: HistoryPage = await page(db, ada, id, NOON, { before, of: null });
      pages.unshift(changesOf(history));
      expect(history.isNewest).toBe(before === null);
      before = history.older;
    } while (before);
    expect(pages.map((each) => each.length)).toEqual([11, 30, 30]);
    const titles = pages.flat().map((said) => /^changed Title from .+ to (.+)$/.exec(said)?.[1] ?? said);
    expect(titles).toEqual(["created the task", ...Array.from({ length: 70 }, (_, n) => `Title ${n + 1}`)]);
  });

  test("stays small when a task has thousands of long changes", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const values = Array.from({ length: 2000 }, (_, n) => ({
      task_id: id,
      via: "web" as const,
      kind: "changed" as const,
      field: "title",
      message_id: null,
      change_set_id: null,
      actor_id: ada.id,
      old_value: "x".repeat(5000),
      new_value: `${n}`,
      external_key: null,
      at: NOON + n,
    }));
    for (let n = 0; n < 2000; n += 200) {
      await db
        .insertInto("event")
        .values(values.slice(n, n + 200))
        .execute();
    }
    const history = await page(db, ada, id);
    expect(history.entries).toHaveLength(30);
    expect(JSON.stringify(history).length).toBeLessThan(30_000);
  });

  test("offers undo only to viewers who may undo, and shows who undid a change", async ({ db }) => {
    const [ada, bob] = [await anAgent(db, { name: "Ada" }), await anAgent(db, { name: "Bob" })];
    const [root, { id }] = [await anAdmin(db, { name: "Root" }), await aTask(db)];
    await titled(db, ada, id, 1);
    const offered = async (viewer: Viewer, now: number) =>
      (await page(db, viewer, id, now)).entries.flatMap(({ undo }) => undo?.changeSetId ?? []);
    const [set] = await offered(ada, NOON + 11 * MINUTE);
    expect(set).toEqual(expect.any(Number));
    expect(await offered(ada, NOON + 11 * MINUTE + 1)).toEqual([]);
    expect(await offered(bob, NOON + MINUTE)).toEqual([]);
    expect(await offered(root, NOON + 60 * MINUTE)).toEqual([set]);

    await undoChange(db, root, { taskId: id, changeSetId: set ?? 0 }, NOON + 5 * MINUTE);
    const { entries } = await page(db, ada, id, NOON + 5 * MINUTE);
    expect(entries.at(-2)).toMatchObject({ actor: "Ada", after: "(undone by Root)" });
    expect(entries.at(-1)).toMatchObject({ actor: "Root", undoing: "undid a change by Ada:" });
    expect(entries.at(-2)).not.toHaveProperty("undo");
  });

  test("offers no undo that can't work, and shows when a change was only partly undone", async ({ db }) => {
    const [ada, root, { id }] = [await anAgent(db), await anAdmin(db), await aTask(db)];
    const change = async (to: object) => {
      const { version } = await db.selectFrom("task").select("version").where("id", "=", id).executeTakeFirstOrThrow();
      const done = await changeTask(db, root, id, { change: { ...to, version }, was: {} }, NOON);
      return (done.ok && done.changeSetId) || 0;
    };
    const about = async (place = NEWEST_HISTORY) =>
      (await page(db, root, id, NOON, place)).entries.flatMap(({ undo }) => undo?.about ?? []);
    const both = await change({ title: "Other", priority: "high" });
    expect(await about()).toEqual(["Title, Priority"]);
    await change({ priority: "low" });
    expect(await about()).toEqual(["Title", "Priority"]);
    const { at, id: last } = await db.selectFrom("event").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
    expect(await about({ before: { at, id: last }, of: null })).toEqual(["Title"]); // older pages know it too
    await change({ priority: "high" });
    await change({ priority: "low" });
    expect(await about()).toEqual(["Title", "Priority", "Priority"]); // the value counts, whatever happened in between
    await undoChange(db, root, { taskId: id, changeSetId: both }, NOON);
    const told = (await page(db, root, id)).entries.find(({ after }) => after);
    expect(told?.after).toBe(`(partly undone by ${root.name})`);

    const { version } = await db.selectFrom("task").select("version").where("id", "=", id).executeTakeFirstOrThrow();
    const mark = { change: { confidential: true, version }, was: {} };
    await db.updateTable("task").set({ assignee_id: ada.id }).where("id", "=", id).execute();
    const marked = await changeTask(db, ada, id, mark, NOON);
    const offered = async (viewer: Viewer) =>
      (await page(db, viewer, id)).entries.some(
        ({ undo }) => undo && undo.changeSetId === (marked.ok && marked.changeSetId),
      );
    expect([await offered(ada), await offered(root)]).toEqual([false, true]);
    expect(marked).toMatchObject({ stays: true }); // no undo beside the toast either
  });

  test("looks for undone fields only among the events of its task", async ({ db, engine }) => {
    if (engine !== "sqlite") return; // PostgreSQL plans differently for tables this small
    const plan = await restoredFields(db, 1, [1, 2]).explain<{ detail: string }>(undefined, sql`query plan`);
    const steps = plan.map(({ detail }) => detail).join("; ");
    expect(steps).toContain("SEARCH event USING INDEX event_by_task (task_id=?)");
    expect(steps).not.toContain("SCAN");
  });

  test("never reaches a requester", async ({ db }) => {
    const [ada, { id, requester }] = [await anAgent(db, { name: "Adalbert" }), await aTask(db)];
    await titled(db, ada, id, 1);
    const task = await readTask(
      db,
      requester,
      id,
      NOON,
      { kind: "newest" },
      { before: { at: NOON * 2, id: 1 }, of: null },
    );
    expect(task?.as).toBe("requester");
    expect(JSON.stringify(task)).not.toMatch(/history|Adalbert|undid/);
  });

  test("an invalid history cursor in the URL shows the newest entries", () => {
    for (const bad of ["", "x", "1~", "~1", "1~0", "-1~2", `${"1".repeat(16)}~1`]) {
      expect(parseHistoryPlace(new URLSearchParams({ history: bad, of: bad })), bad).toEqual(NEWEST_HISTORY);
    }
    const place = { before: { at: 1772, id: 7 }, of: 42 };
    expect(parseHistoryPlace(new URL(historyHref(9, place), "http://desk").searchParams)).toEqual(place);
  });
});
