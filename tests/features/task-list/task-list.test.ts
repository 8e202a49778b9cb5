import { sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "~/db/types";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { type ListTasks, listTasks } from "~/features/task-list/task-list.server";
import { SORTS, type Sort, type SortKey } from "~/features/task-list/task-sort-and-cursor";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { aKey, anAgent, aRequester, aTask, NOON } from "../../support/factories";

/** Every page of a list. Walks to the end and back, and throws when the way back shows other pages. */
async function walk(db: Db, viewer: Viewer, options: ListTasks) {
  const pages: number[][] = [];
  let page = await listTasks(db, viewer, options);
  expect(page.previous).toBeNull();
  for (;;) {
    pages.push(page.tasks.map((task) => task.id));
    if (!page.next) break;
    page = await listTasks(db, viewer, { ...options, position: { side: "after", values: page.next } });
  }
  for (const expected of pages.slice(0, -1).reverse()) {
    if (!page.previous) throw new Error("There is no previous page.");
    page = await listTasks(db, viewer, { ...options, position: { side: "before", values: page.previous } });
    expect(page.tasks.map((task) => task.id)).toEqual(expected);
    expect(page.next).not.toBeNull();
  }
  expect(page.previous).toBeNull();
  return pages;
}

onEachDatabase("a list of tasks", (test) => {
  test("starts with the latest change, and each page continues where the one before ended", async ({ db }) => {
    const ada = await anAgent(db);
    for (let n = 0; n < 5; n++) await aTask(db, { at: NOON + (n % 2) }); // times repeat: the number breaks the tie
    expect(await walk(db, ada, { limit: 2 })).toEqual([[4, 2], [5, 3], [1]]);
  });

  const orders: [SortKey, Sort["direction"], number[]][] = [
    ["attention", "desc", [3, 1, 2, 4, 5]],
    ["attention", "asc", [5, 4, 2, 1, 3]],
    ["updated", "desc", [5, 4, 3, 2, 1]],
    ["updated", "asc", [1, 2, 3, 4, 5]],
    ["created", "desc", [5, 4, 3, 2, 1]],
    ["priority", "desc", [4, 2, 5, 3, 1]],
    ["priority", "asc", [1, 3, 5, 2, 4]],
    ["due", "asc", [3, 1, 5, 4, 2]],
    ["due", "desc", [1, 3, 5, 4, 2]],
    ["number", "asc", [1, 2, 3, 4, 5]],
    ["number", "desc", [5, 4, 3, 2, 1]],
  ];
  test("sorts by every key in both directions, tasks without a due date always last", async ({ db }) => {
    const ada = await anAgent(db);
    const ana = await aRequester(db);
    const dues = ["2026-03-20", "", "2026-03-10", "", ""];
    const priorities = ["normal", "high", "normal", "high", "normal"] as const;
    for (let n = 0; n < 5; n++) {
      const due = dues[n] ?? "";
      await aTask(db, {
        requester: ana,
        due,
        priority: priorities[n] ?? "normal",
        at: NOON + n,
        status: n === 2 ? "closed" : "new",
      });
    }
    for (const [key, direction, expected] of orders) {
      const sort = { key, direction };
      const all = (await walk(db, ada, { sort, limit: 2, filter: { status: "any" } })).flat();
      const expectedHere =
        key === "due" ? [...expected.slice(0, 2), ...(direction === "asc" ? [2, 4, 5] : [5, 4, 2])] : expected;
      expect(all, `${key} ${direction}`).toEqual(expectedHere);
      const open = (await walk(db, ada, { sort, limit: 2 })).flat();
      expect(open, `${key} ${direction}, open`).toEqual(expectedHere.filter((id) => id !== 3));
    }
  });

  test("pages correctly both ways in every order while tasks come and go", async ({ db }) => {
    const ada = await anAgent(db);
    const ana = await aRequester(db);
    const made = async (n: number) => {
      const more = {
        due: n % 3 === 0 ? `2026-03-1${n % 9}` : "",
        priority: n % 2 ? ("high" as const) : ("low" as const),
      };
      return (await aTask(db, { requester: ana, at: NOON + n, ...more })).id;
    };
    const old: number[] = [];
    for (let n = 0; n < 9; n++) old.push(await made(n));
    for (const key of SORTS) {
      const options: ListTasks = { sort: { key, direction: "desc" }, limit: 3 };
      const first = await listTasks(db, ada, options);
      const shown = first.tasks.map(({ id }) => id);
      // Closes a task of the first page, and adds one somewhere.
      await db
        .updateTable("task")
        .set({ open: 0, status: "closed" })
        .where("id", "=", shown[1] ?? 0)
        .execute();
      const come = await made(old.length);
      const after: number[] = [];
      let page = first;
      while (page.next) {
        page = await listTasks(db, ada, { ...options, position: { side: "after", values: page.next } });
        after.push(...page.tasks.map(({ id }) => id));
      }
      const others = old.filter((id) => !shown.includes(id));
      expect(
        after.filter((id) => id !== come).sort((a, b) => a - b),
        key,
      ).toEqual(others);
      const back: number[] = [];
      while (page.previous) {
        page = await listTasks(db, ada, { ...options, position: { side: "before", values: page.previous } });
        back.unshift(...page.tasks.map(({ id }) => id));
      }
      const whole = (await listTasks(db, ada, { ...options, limit: 50 })).tasks.map(({ id }) => id);
      expect(back, key).toEqual(whole.slice(0, back.length));
      await db
        .updateTable("task")
        .set({ open: 1, status: "new" })
        .where("id", "=", shown[1] ?? 0)
        .execute();
      old.push(come);
    }
  });

  test("shows agents since when a requester waits for them, or they for the requester", async ({ db }) => {
    const [ada, ana] = [await anAgent(db), await aRequester(db)];
    const waits = async (viewer: Viewer) => (await listTasks(db, viewer)).tasks[0]?.inner?.waitingSince;
    const { id } = await aTask(db, { requester: ana });
    expect(await waits(ada)).toBe(NOON);
    await replyToTask(db, ada, id, { body: "Which one?", requestKey: aKey(), status: "waiting_requester" }, NOON + 1);
    expect(await waits(ada)).toBe(NOON + 1);
    await replyToTask(db, ana, id, { body: "That one.", requestKey: aKey() }, NOON + 2);
    expect(await waits(ada)).toBe(NOON + 2);
    expect(await waits(ana)).toBeUndefined();
  });

  test("reveals no priority or due date to a requester through its order or cursors", async ({ db }) => {
    const ana = await aRequester(db);
    await aTask(db, { requester: ana, priority: "urgent", due: "2026-03-20", at: NOON });
    await aTask(db, { requester: ana, priority: "low", at: NOON + 1 });
    for (const key of ["priority", "due"] as const) {
      for (const direction of ["asc", "desc"] as const) {
        const sort = { key, direction };
        const first = await listTasks(db, ana, { sort, limit: 1 });
        expect([first.tasks.map((task) => task.id), first.next]).toEqual([[2], [NOON + 1, 2]]);
        const values = key === "due" ? [Date.UTC(2026, 2, 20), 0] : [3, 0, 0];
        for (const side of ["after", "before"] as const) {
          const page = await listTasks(db, ana, { sort, position: { side, values } });
          expect(page.tasks.map((task) => task.id)).toEqual([2, 1]);
          expect([page.previous, page.next]).toEqual([null, null]);
        }
      }
    }
  });

  test("filters by status, assignee, priority, requester and tag", async ({ db }) => {
    const [ada, bob] = [await anAgent(db), await anAgent(db)];
    const zoe = await aRequester(db, { name: "Zoë Müller", email: "zoe@example.org" });
    await aTask(db, { assignee: ada, tags: ["vpn"] }); // 1
    await aTask(db, { assignee: bob, priority: "urgent" }); // 2
    await aTask(db, { requester: zoe, tags: ["vpn", "net"] }); // 3
    await aTask(db, { status: "resolved" }); // 4
    const ids = async (filter: ListTasks["filter"]) =>
      (await listTasks(db, ada, { filter: filter ?? {}, sort: { key: "number", direction: "asc" } })).tasks.map(
        (t) => t.id,
      );

    expect(await ids({})).toEqual([1, 2, 3]);
    expect(await ids({ status: "done" })).toEqual([4]);
    expect(await ids({ status: "any" })).toEqual([1, 2, 3, 4]);
    expect(await ids({ status: "in_progress" })).toEqual([1, 2]);
    expect(await ids({ assignee: "me" })).toEqual([1]);
    expect(await ids({ assignee: "none" })).toEqual([3]);
    expect(await ids({ assignee: bob.id })).toEqual([2]);
    expect(await ids({ priority: "urgent" })).toEqual([2]);
    expect(await ids({ requester: "zoe mul" })).toEqual([3]);
    expect(await ids({ requester: "zoe@example.org" })).toEqual([3]);
    expect(await ids({ tag: "vpn" })).toEqual([1, 3]);
    expect(await ids({ tag: "vp" })).toEqual([]);
  });

  test("shows a requester only their own tasks, without agent-only data", async ({ db }) => {
    const ana = await aRequester(db);
    const own = await aTask(db, { requester: ana, tags: ["secret"], priority: "urgent" });
    await aTask(db);
    await db
      .updateTable("task")
      .set({ updated_at: NOON + 5000 })
      .where("id", "=", own.id)
      .execute(); // as a note would

    const { tasks } = await listTasks(db, ana);
    expect(tasks).toEqual([
      {
        id: own.id,
        title: "Printer on fire",
        status: "new",
        changedAt: NOON,
        dueAt: null,
        unread: false,
        inner: null,
        requestOf: null,
      },
    ]);
    expect((await listTasks(db, ana, { filter: { status: "any" } })).tasks).toHaveLength(1);
    expect((await listTasks(db, ana, { filter: { assignee: "none", tag: "no" } })).tasks).toHaveLength(1);
  });

  test("reads each order of an agent's list from an index", async ({ db, engine }) => {
    if (engine !== "sqlite") return; // PostgreSQL prefers other plans for tables as small as these
    const ada = await anAgent(db);
    await aTask(db);
    for (const key of ["updated", "created", "priority", "due", "number"] as const) {
      const column = {
        updated: "updated_at",
        created: "created_at",
        priority: "priority",
        due: "due_at",
        number: "id",
      }[key];
      const plan = await sql<{ detail: string }>`
        explain query plan select id from task where 1 = 1 and open = 1 order by ${sql.ref(column)} desc limit 51`.execute(
        db,
      );
      expect(plan.rows.map((row) => row.detail).join("; "), key).toMatch(
        /^SEARCH task USING (COVERING )?INDEX task_by_\w+ \(open=\?\)$/,
      );
    }
    expect((await listTasks(db, ada)).tasks).toHaveLength(1);
  });
});
