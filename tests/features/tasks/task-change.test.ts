import { expect } from "vitest";
import type { Db } from "~/db/types";
import { changeTask, takeTask } from "~/features/tasks/task-change.server";
import type { TaskFields } from "~/features/tasks/task-schema";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { anAgent, aRequester, aTask, disableUser, NOON } from "../../support/factories";

const LATER = NOON + 60_000;
const taskRow = (db: Db, id: number) =>
  db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const history = (db: Db, id: number) =>
  db
    .selectFrom("event")
    .select(["field", "old_value", "new_value", "actor_id"])
    .where("task_id", "=", id)
    .where("kind", "=", "changed")
    .orderBy("id")
    .execute();

/** Changes fields to `to` with a form that was rendered with `was`. */
const change = (db: Db, viewer: Viewer, id: number, to: TaskFields, was: TaskFields, version = 1) =>
  changeTask(db, viewer, id, { change: { ...to, version }, was }, LATER);

onEachDatabase("changing a task", (test) => {
  test("logs each changed field in the history with readable values", async ({ db }) => {
    const ada = await anAgent(db, { name: "Ada" });
    const { id } = await aTask(db, { tags: ["net"] });
    const was = {
      title: "Printer on fire",
      priority: "normal",
      assignee: null,
      tags: ["net"],
      due: "",
      type: "incident",
    } as const;
    const to = {
      title: "Printer cold",
      priority: "high",
      assignee: ada.id,
      tags: ["net", "vpn"],
      due: "2026-03-09",
      type: "incident",
    } as const;

    const changed = await change(db, ada, id, { ...to, tags: [...to.tags] }, { ...was, tags: [...was.tags] });
    expect(changed).toMatchObject({ ok: true, changed: ["title", "priority", "assignee", "tags", "due"] });
    expect(await history(db, id)).toEqual([
      { field: "title", old_value: "Printer on fire", new_value: "Printer cold", actor_id: ada.id },
      { field: "priority", old_value: "Normal", new_value: "High", actor_id: ada.id },
      { field: "assignee", old_value: null, new_value: "Ada", actor_id: ada.id },
      { field: "tags", old_value: "net", new_value: "net, vpn", actor_id: ada.id },
      { field: "due", old_value: null, new_value: "2026-03-09", actor_id: ada.id },
      { field: "status", old_value: "New", new_value: "In progress", actor_id: null }, // S1
    ]);
    expect(await taskRow(db, id)).toMatchObject({
      status: "in_progress",
      version: 2,
      updated_at: LATER,
      assignee_id: ada.id,
    });
  });

  test("writes nothing when no field changed", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    expect(await change(db, ada, id, { priority: "normal" }, { priority: "normal" })).toMatchObject({
      ok: true,
      changed: [],
    });
    expect(await taskRow(db, id)).toMatchObject({ version: 1, updated_at: NOON });
  });

  test("keeps changes that others made to other fields in the meantime (B12)", async ({ db }) => {
    const [ada, bob, { id }] = [await anAgent(db), await anAgent(db), await aTask(db)];
    const was = { priority: "normal", title: "Printer on fire" } as const;
    await change(db, bob, id, { ...was, priority: "urgent" }, was);
    expect(await change(db, ada, id, { ...was, title: "Mine" }, was)).toMatchObject({ ok: true, changed: ["title"] });
    expect(await taskRow(db, id)).toMatchObject({ title: "Mine", priority: 4, version: 3 });
  });

  test("is an unsaved conflict, settled per field, if another agent changed the same field (B12)", async ({ db }) => {
    const [ada, bob, { id }] = [await anAgent(db), await anAgent(db), await aTask(db)];
    const was = { priority: "normal", title: "Printer on fire", type: "incident" } as const;
    await change(db, bob, id, { ...was, title: "Theirs", priority: "urgent" }, was);
    const mine = { priority: "low", title: "Mine", type: "question" } as const;
    const by = { id: bob.id, name: bob.name, at: LATER };

    expect(await change(db, ada, id, mine, was)).toEqual({
      ok: false,
      why: "conflict",
      fields: [
        { field: "title", label: "Title", mine: "Mine", theirs: "Theirs", by },
        { field: "priority", label: "Priority", mine: "Low", theirs: "Urgent", by },
      ],
    });
    expect(await taskRow(db, id)).toMatchObject({ title: "Theirs", type: "incident", version: 2 });

    const settled = {
      change: { ...mine, version: 2 },
      was: { ...was, title: "Theirs", priority: "urgent" as const },
      kept: ["title" as const],
    };
    expect(await changeTask(db, ada, id, settled, LATER)).toMatchObject({ ok: true, changed: ["priority", "type"] });
    expect(await taskRow(db, id)).toMatchObject({ title: "Theirs", priority: 1, type: "question", version: 3 });
  });

  test("marks a conflicting status as impossible if it can't follow the other agent's", async ({ db }) => {
    const [ada, bob] = [await anAgent(db), await anAgent(db)];
    const { id } = await aTask(db, { status: "resolved" });
    const was = { status: "resolved" } as const;
    await change(db, bob, id, { status: "closed" }, was);
    const statusOf = async (status: "on_hold" | "in_progress") => {
      const answer = await change(db, ada, id, { status }, was);
      return !answer.ok && answer.why === "conflict" && answer.fields[0]?.impossible;
    };
    expect(await statusOf("on_hold")).toBe(true);
    expect(await statusOf("in_progress")).toBeUndefined();
  });

  test("is no conflict when both agents made the same change", async ({ db }) => {
    const [ada, bob, { id }] = [await anAgent(db), await anAgent(db), await aTask(db)];
    await change(db, bob, id, { priority: "high" }, { priority: "normal" });
    expect(await change(db, ada, id, { priority: "high" }, { priority: "normal" })).toMatchObject({
      ok: true,
      changed: [],
    });
  });

  test("compares versions when the form sends no original values", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    expect(await change(db, ada, id, { priority: "high" }, {}, 1)).toMatchObject({ ok: true });
    expect(await change(db, ada, id, { priority: "low" }, {}, 1)).toMatchObject({ why: "conflict" });
  });

  test("succeeds for one of two agents at once and is a conflict for the other", async ({ db }) => {
    const [ada, bob, { id }] = [await anAgent(db), await anAgent(db), await aTask(db)];
    const was = { title: "Printer on fire" };
    const answers = await Promise.all([
      change(db, ada, id, { title: "A" }, was),
      change(db, bob, id, { title: "B" }, was),
    ]);
    expect(answers.map((answer) => (answer.ok ? "ok" : answer.why)).sort()).toEqual(["conflict", "ok"]);
  });

  test("refuses an invalid transition, lists the choices and changes nothing", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db, { status: "resolved" })];
    expect(
      await change(db, ada, id, { status: "new", title: "x" }, { status: "resolved", title: "Printer on fire" }),
    ).toEqual({
      ok: false,
      why: "invalid_move",
      status: "resolved",
      choices: ["in_progress", "waiting_requester", "on_hold", "resolved", "closed", "cancelled"],
    });
    expect(await taskRow(db, id)).toMatchObject({ title: "Printer on fire", version: 1 });
  });

  test("can't assign a requester, a disabled account or an unknown user", async ({ db }) => {
    const [ada, gone, ana, { id }] = [await anAgent(db), await anAgent(db), await aRequester(db), await aTask(db)];
    await disableUser(db, gone);
    for (const { id: assignee } of [gone, ana, { id: 9999 }]) {
      expect(await change(db, ada, id, { assignee }, { assignee: null })).toMatchObject({
        why: "wrong",
        errors: { assignee: expect.any(String) },
      });
    }
  });

  test("sets another requester and logs it, but refuses an empty one", async ({ db }) => {
    const [ada, { id }] = [
      await anAgent(db),
      await aTask(db, { requester: await aRequester(db, { name: "Ana", email: "ana@example.org" }) }),
    ];
    const zoe = await aRequester(db, { name: "Zoe", email: "zoe@example.org" });
    const was = { requester: "Ana <ana@example.org>" };
    expect(await change(db, ada, id, { requester: "zoe@example.org" }, was)).toMatchObject({
      ok: true,
      changed: ["requester"],
    });
    expect(await taskRow(db, id)).toMatchObject({ requester_id: zoe.id });
    expect(await history(db, id)).toMatchObject([
      { field: "requester", old_value: "Ana <ana@example.org>", new_value: "Zoe <zoe@example.org>" },
    ]);
    expect(await change(db, ada, id, { requester: "" }, { requester: "Zoe <zoe@example.org>" })).toMatchObject({
      why: "wrong",
    });
  });

  test("creates no account for a new requester when another field is refused", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const to = { requester: "new@example.org", status: "on_hold", snooze: "2001-01-01" } as const;
    const was = { status: "new", snooze: "" } as const;
    expect(await change(db, ada, id, to, was)).toMatchObject({ why: "wrong", errors: { snooze: expect.any(String) } });
    expect(await db.selectFrom("user").select("id").where("email", "=", "new@example.org").execute()).toEqual([]);
  });

  test("is refused to requesters", async ({ db }) => {
    const { id, requester } = await aTask(db);
    expect(await change(db, requester, id, { priority: "urgent" }, { priority: "normal" })).toEqual({
      ok: false,
      why: "no_such_task",
    });
    expect(await takeTask(db, requester, id, LATER)).toEqual({ ok: false, why: "no_such_task" });
  });
});

onEachDatabase("assign to me", (test) => {
  test("puts a new task in progress; the slower of two agents is told it's taken", async ({ db }) => {
    const [ada, bob, { id }] = [await anAgent(db), await anAgent(db), await aTask(db)];
    const answers = await Promise.all([takeTask(db, ada, id, LATER), takeTask(db, bob, id, LATER)]);
    expect(answers).toContainEqual({ ok: true, changeSetId: expect.any(Number) });
    expect(answers).toContainEqual({ ok: false, why: "already_taken" });
    const row = await taskRow(db, id);
    expect(row).toMatchObject({ status: "in_progress", version: 2 });
    const winner = row.assignee_id === ada.id ? ada : bob;
    expect(await takeTask(db, winner, id, LATER)).toEqual({ ok: true, changeSetId: null });
    expect(await taskRow(db, id)).toMatchObject({ version: 2 });
  });

  test("is refused for closed and unknown tasks", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db, { status: "closed" })];
    expect(await takeTask(db, ada, id, LATER)).toEqual({ ok: false, why: "done" });
    expect(await takeTask(db, ada, 99, LATER)).toEqual({ ok: false, why: "no_such_task" });
  });
});
