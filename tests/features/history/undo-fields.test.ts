import { expect } from "vitest";
import type { Db } from "~/db/types";
import { sendHeldMessage } from "~/features/conversation/sending/held-replies.server";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { undoChange } from "~/features/history/undo-change.server";
import { doDueJobs } from "~/features/jobs/job-queue.server";
import { changeRequesterFields } from "~/features/task-page/custom-fields-for-requesters.server";
import { type ChangeTask, changeTask, takeTask } from "~/features/tasks/task-change.server";
import type { AllTaskFields, TaskFields } from "~/features/tasks/task-schema";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { aCustomField, aKey, anAdmin, anAgent, aRequester, aTask, disableUser, NOON } from "../../support/factories";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LATER = NOON + MINUTE;

const taskRow = (db: Db, id: number) =>
  db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const history = async (db: Db, id: number) => {
  const events = await db
    .selectFrom("event")
    .leftJoin("user", "user.id", "event.actor_id")
    .select(["field", "old_value", "new_value", "user.name"])
    .where("task_id", "=", id)
    .where("kind", "=", "changed")
    .orderBy("event.id")
    .execute();
  return events.map(({ name, field, old_value, new_value }) => `${name ?? "–"}: ${field} ${old_value} → ${new_value}`);
};

const setOf = (changed: ChangeTask | Awaited<ReturnType<typeof takeTask>>) => {
  if (!changed.ok || changed.changeSetId === null) throw new Error(`Nothing was changed: ${JSON.stringify(changed)}`);
  return changed.changeSetId;
};

/** Changes fields and returns the change set. */
async function change(db: Db, viewer: Viewer, id: number, to: TaskFields, now = LATER) {
  const { version } = await taskRow(db, id);
  return setOf(await changeTask(db, viewer, id, { change: { ...to, version }, was: {} }, now));
}

const undo = (db: Db, viewer: Viewer, taskId: number, changeSetId: number, now = LATER + MINUTE) =>
  undoChange(db, viewer, { taskId, changeSetId }, now);

onEachDatabase("undoing a field change (B12)", (test) => {
  test("restores every field, and the history shows both changes", async ({ db }) => {
    const [ada, bob, asker] = [
      await anAgent(db, { name: "Ada" }),
      await anAgent(db, { name: "Bob" }),
      await aRequester(db, { name: "Rita", email: null }),
    ];
    const { id } = await aTask(db, { requester: asker, assignee: bob, tags: ["net"], due: "2026-03-04" });
    const before = await taskRow(db, id);
    const to: Partial<AllTaskFields> = {
      title: "Other",
      status: "on_hold",
      priority: "urgent",
      type: "question",
      assignee: ada.id,
      requester: ada.email ?? "",
      tags: ["vpn"],
      due: "",
    };
    const set = await change(db, ada, id, to);

    const undone = await undo(db, ada, id, set);

    expect(undone).toEqual({
      ok: true,
      back: ["Title", "Status", "Priority", "Type", "Assignee", "Requester", "Tags", "Due"],
      kept: [],
    });
    const after = { ...before, updated_at: LATER + MINUTE, version: before.version + 2 };
    expect(await taskRow(db, id)).toEqual(after);
    const tags = await db.selectFrom("task_tag").select("tag").where("task_id", "=", id).execute();
    expect(tags).toEqual([{ tag: "net" }]);
    const told = await history(db, id);
    expect(told).toHaveLength(16);
    expect(told).toContain("Ada: priority Normal → Urgent");
    expect(told).toContain("Ada: priority Urgent → Normal");
    const sets = await db.selectFrom("change_set").select(["id", "undone_by", "undoes"]).orderBy("id").execute();
    expect(sets).toMatchObject([
      { id: set, undone_by: ada.id, undoes: null },
      { undone_by: null, undoes: set },
    ]);
  });

  test("restores a due date that was changed or removed", async ({ db }) => {
    const [bob, { id }] = [await anAgent(db), await aTask(db)];
    const dueAt = Date.UTC(2026, 2, 4);
    await db.updateTable("task").set({ due_at: dueAt }).where("id", "=", id).execute();
    for (const due of ["2026-03-05", ""]) {
      const changeSet = await change(db, bob, id, { due });
      expect((await taskRow(db, id)).due_at).not.toBe(dueAt);
      expect(await undo(db, bob, id, changeSet)).toMatchObject({ ok: true });
      expect((await taskRow(db, id)).due_at).toBe(dueAt);
    }
  });

  test("keeps fields that others changed since then, and names them (B18.13)", async ({ db }) => {
    const [ada, bob] = [await anAgent(db, { name: "Ada" }), await anAgent(db, { name: "Bob" })];
    const { id } = await aTask(db);
    const set = await change(db, ada, id, { priority: "high", title: "Ada's", tags: ["ada"] });
    await change(db, bob, id, { priority: "low", due: "2026-04-01" });

    expect(await undo(db, ada, id, set)).toEqual({
      ok: true,
      back: ["Title", "Tags"],
      kept: ["Priority has changed since then and stays Low."],
    });
    expect(await taskRow(db, id)).toMatchObject({ priority: 1, title: "Printer on fire", version: 4 });
    expect((await taskRow(db, id)).due_at).not.toBeNull();
    expect(await history(db, id)).toEqual([
      "Ada: title Printer on fire → Ada's",
      "Ada: priority Normal → High",
      "Ada: tags null → ada",
      "Bob: priority High → Low",
      "Bob: due null → 2026-04-01",
      "Ada: title Ada's → Printer on fire",
      "Ada: tags ada → null",
    ]);
  });

  test("changes nothing if nothing is left to undo, and can be tried again", async ({ db }) => {
    const [ada, bob] = [await anAgent(db), await anAgent(db)];
    const { id } = await aTask(db);
    const set = await change(db, ada, id, { priority: "high" });
    await change(db, bob, id, { priority: "low" });
    const sentence = "Priority has changed since then and stays Low.";
    expect(await undo(db, ada, id, set)).toEqual({ ok: false, why: "nothing_left", kept: [sentence] });
    expect(await taskRow(db, id)).toMatchObject({ version: 3, updated_at: LATER });
    await change(db, bob, id, { priority: "high" });
    expect(await undo(db, ada, id, set)).toMatchObject({ ok: true, back: ["Priority"] });
  });

  test("works once, however many users try at the same time", async ({ db }) => {
    const [ada, root, { id }] = [await anAgent(db), await anAdmin(db), await aTask(db)];
    const set = await change(db, ada, id, { title: "Other" });
    const answers = await Promise.all([ada, root, ada].map((person) => undo(db, person, id, set)));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(answers.filter((answer) => !answer.ok && answer.why === "undone")).toHaveLength(2);
    expect(await history(db, id)).toHaveLength(2);
    expect(await taskRow(db, id)).toMatchObject({ title: "Printer on fire", version: 3 });
  });

  test("can itself be undone", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const set = await change(db, ada, id, { priority: "high" });
    await undo(db, ada, id, set);
    const { id: second } = await db
      .selectFrom("change_set")
      .select("id")
      .where("undoes", "=", set)
      .executeTakeFirstOrThrow();
    expect(await undo(db, ada, id, second)).toMatchObject({ ok: true, back: ["Priority"] });
    expect(await taskRow(db, id)).toMatchObject({ priority: 3 });
  });

  test("removes the resolution after a mis-click on Resolved, and counts no reopening", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db, { status: "in_progress" })];
    const set = await change(db, ada, id, { status: "resolved" });
    expect(await undo(db, ada, id, set)).toEqual({ ok: true, back: ["Status"], kept: [] });
    expect(await taskRow(db, id)).toMatchObject({ status: "in_progress", open: 1, resolved_at: null, reopen_count: 0 });
  });

  test("restores the resolution time after a mis-click that reopened a task", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db, { status: "resolved" })];
    const set = await change(db, ada, id, { status: "in_progress" });
    expect(await taskRow(db, id)).toMatchObject({ reopen_count: 1, resolved_at: null });
    await undo(db, ada, id, set);
    expect(await taskRow(db, id)).toMatchObject({ status: "resolved", open: 0, resolved_at: NOON, reopen_count: 0 });
  });

  test("restores a status that no regular move leads back to, such as New or Closed", async ({ db }) => {
    const ada = await anAgent(db);
    for (const [from, to] of [
      ["new", "resolved"],
      ["new", "on_hold"],
      ["new", "cancelled"],
      ["waiting_requester", "cancelled"],
      ["resolved", "closed"],
      ["closed", "in_progress"],
    ] as const) {
      const { id } = await aTask(db, { status: from });
      const before = await taskRow(db, id);
      const set = await change(db, ada, id, { status: to });
      expect(await undo(db, ada, id, set), `${from} → ${to}`).toEqual({ ok: true, back: ["Status"], kept: [] });
      expect(await taskRow(db, id)).toEqual({ ...before, updated_at: LATER + MINUTE, version: before.version + 2 });
    }
  });

  test("makes a task new again that was taken by mistake, unless work has started since then (B3)", async ({ db }) => {
    const [ada, bob] = [await anAgent(db), await anAgent(db)];
    const free = await aTask(db);
    const set = setOf(await takeTask(db, ada, free.id, LATER));
    expect(await undo(db, ada, free.id, set)).toEqual({ ok: true, back: ["Status", "Assignee"], kept: [] });
    expect(await taskRow(db, free.id)).toMatchObject({ assignee_id: null, status: "new" });

    const taken = await aTask(db);
    const resolved = await change(db, ada, taken.id, { status: "resolved" });
    await change(db, bob, taken.id, { assignee: bob.id });
    const begun = { ok: false, why: "nothing_left" };
    expect(await undo(db, ada, taken.id, resolved)).toEqual({
      ...begun,
      kept: ["Status stays Resolved: the task now has an assignee, so it isn't new."],
    });

    const answered = await aTask(db);
    const waits = await change(db, ada, answered.id, { status: "on_hold" });
    await replyToTask(db, bob, answered.id, { body: "Soon.", status: "keep", requestKey: aKey() }, LATER);
    expect(await undo(db, ada, answered.id, waits)).toEqual({
      ...begun,
      kept: ["Status stays On hold: the task has been answered, so it isn't new."],
    });
  });

  test("doesn't restore New if others have moved the status back and forth since then", async ({ db }) => {
    const [ada, bob, { id }] = [await anAgent(db), await anAgent(db), await aTask(db)];
    const set = await change(db, ada, id, { status: "resolved" });
    await change(db, bob, id, { status: "in_progress" });
    await change(db, bob, id, { status: "resolved" });
    expect(await undo(db, ada, id, set)).toEqual({
      ok: false,
      why: "nothing_left",
      kept: ["Status stays Resolved: it can't go back to New."],
    });
  });

  test("skips an assignee who is now disabled, and restores the rest", async ({ db }) => {
    const [ada, bob] = [await anAgent(db), await anAgent(db)];
    const { id } = await aTask(db, { assignee: bob });
    const set = await change(db, ada, id, { assignee: null, priority: "low" });
    await disableUser(db, bob);
    const undone = await undo(db, ada, id, set);
    expect(undone).toMatchObject({ ok: true, back: ["Priority"] });
    expect(undone.ok && undone.kept).toEqual([expect.stringMatching(/^Assignee stays: /)]);
    expect(await taskRow(db, id)).toMatchObject({ assignee_id: null, priority: 2 });
  });

  test("spells out a due date that stays", async ({ db }) => {
    const [ada, bob, { id }] = [await anAgent(db), await anAgent(db), await aTask(db)];
    const set = await change(db, ada, id, { due: "2026-03-04" });
    await change(db, bob, id, { due: "2026-03-05" });
    expect(await undo(db, ada, id, set)).toEqual({
      ok: false,
      why: "nothing_left",
      kept: ["Due has changed since then and stays 5 March."],
    });
  });

  test("keeps a status that a reply has changed since then", async ({ db }) => {
    const ada = await anAgent(db);
    const { id, requester } = await aTask(db, { status: "in_progress" });
    const set = await change(db, ada, id, { status: "resolved", priority: "low" });
    await replyToTask(db, requester, id, { body: "Not yet!", requestKey: aKey() }, LATER);
    expect(await undo(db, ada, id, set)).toMatchObject({ ok: true, back: ["Priority"] });
    expect(await taskRow(db, id)).toMatchObject({ status: "in_progress", reopen_count: 1 });
  });

  test("restores a requester who has been renamed since then", async ({ db }) => {
    const [ada, rita] = [await anAgent(db), await aRequester(db, { name: "Rita" })];
    const { id, requester } = await aTask(db);
    const set = await change(db, ada, id, { requester: rita.email ?? "" });
    await db.updateTable("user").set({ name: "Rita Moreno" }).where("id", "=", rita.id).execute();
    await db.updateTable("user").set({ name: "First" }).where("id", "=", requester.id).execute();
    expect(await undo(db, ada, id, set)).toMatchObject({ ok: true, back: ["Requester"] });
    expect(await taskRow(db, id)).toMatchObject({ requester_id: requester.id });
  });
});

onEachDatabase("who may undo, and for how long (B6, B12)", (test) => {
  const lead = async (db: Db, viewer: Viewer) => {
    const team = await db.selectFrom("team").select("id").executeTakeFirstOrThrow();
    await db
      .insertInto("team_member")
      .values({ team_id: team.id, user_id: viewer.id, lead: 1 })
      .onConflict((conflict) => conflict.columns(["team_id", "user_id"]).doUpdateSet({ lead: 1 }))
      .execute();
  };
  const people = [
    { who: "the author for 10 minutes", make: async () => {}, within: 10 * MINUTE, own: true },
    { who: "a lead of the team for 30 days", make: lead, within: 30 * DAY, own: false },
    {
      who: "an admin for 30 days",
      make: (db: Db, { id }: Viewer) => db.updateTable("user").set({ role: "admin" }).where("id", "=", id).execute(),
      within: 30 * DAY,
      own: false,
    },
  ];
  for (const { who, make, within, own } of people) {
    test(`${who}, but no longer`, async ({ db }) => {
      const [ada, bob, { id }] = [await anAgent(db), await anAgent(db), await aTask(db)];
      const [first, second] = [await change(db, bob, id, { title: "A" }), await change(db, bob, id, { title: "B" })];
      const person = own ? bob : ada;
      await make(db, person);
      const { role } = await db.selectFrom("user").select("role").where("id", "=", person.id).executeTakeFirstOrThrow();
      const viewer = { ...person, role };
      const late = { ok: false, why: "too_late" };
      expect(await undo(db, viewer, id, second, LATER + within + 1)).toEqual(late);
      expect(await undo(db, viewer, id, second, LATER + within)).toMatchObject({ ok: true });
      expect(await undo(db, viewer, id, first, LATER + within)).toMatchObject({ ok: true });
    });
  }

  test("no other agent; for users without access, the task doesn't exist", async ({ db }) => {
    const [ada, bob, { id, requester }] = [await anAgent(db), await anAgent(db), await aTask(db)];
    const set = await change(db, bob, id, { title: "A" });
    expect(await undo(db, ada, id, set)).toEqual({ ok: false, why: "not_allowed" });
    expect(await undo(db, requester, id, set)).toEqual({ ok: false, why: "no_such_task" });
    await db.updateTable("task").set({ confidential: 1 }).execute();
    await db.deleteFrom("team_member").where("user_id", "in", [ada.id, bob.id]).execute();
    expect(await undo(db, bob, id, set)).toEqual({ ok: false, why: "no_such_task" });
  });

  test("no change of another task, no unknown change and none that can't be undone", async ({ db }) => {
    const [ada, { id }, other] = [await anAgent(db), await aTask(db), await aTask(db)];
    const set = await change(db, ada, id, { title: "A" });
    expect(await undo(db, ada, other.id, set)).toEqual({ ok: false, why: "no_such_change" });
    expect(await undo(db, ada, id, set + 1000)).toEqual({ ok: false, why: "no_such_change" });
    await db.updateTable("change_set").set({ kind: "constructor" }).execute();
    expect(await undo(db, ada, id, set)).toEqual({ ok: false, why: "no_such_change" });
  });
});

onEachDatabase("undoing a status change sent with a reply (B12)", (test) => {
  /** Sends a reply or an outcome. Returns the change set of the status. */
  async function say(
    db: Db,
    viewer: Viewer,
    id: number,
    said: Partial<Parameters<typeof replyToTask>[3]>,
    now = LATER,
  ) {
    const sent = await replyToTask(db, viewer, id, { body: "", requestKey: aKey(), ...said }, now);
    if (!sent.ok) throw new Error(JSON.stringify(sent));
    return sent.statusSet;
  }

  test("keeps an agent's reply, but restores the status, its times and the snooze it ended", async ({ db }) => {
    const ada = await anAgent(db, { name: "Ada" });
    const { id } = await aTask(db, { status: "in_progress" });
    const set = await say(db, ada, id, { body: "Done.", status: "resolved" });
    expect(await taskRow(db, id)).toMatchObject({ status: "resolved", resolved_at: LATER });
    expect(await undo(db, ada, id, set ?? 0)).toEqual({ ok: true, back: ["Status"], kept: [] });
    expect(await taskRow(db, id)).toMatchObject({ status: "in_progress", open: 1, resolved_at: null, reopen_count: 0 });
    expect(await history(db, id)).toEqual(["Ada: status In progress → Resolved", "Ada: status Resolved → In progress"]);
    const said = await db.selectFrom("message").select("body").where("task_id", "=", id).orderBy("id").execute();
    expect(said.at(-1)).toEqual({ body: "Done." });

    await change(db, ada, id, { status: "on_hold", snooze: "2026-03-09" }, LATER + MINUTE);
    const woken = await say(db, ada, id, { body: "Soon.", status: "in_progress" }, LATER + MINUTE);
    expect(await taskRow(db, id)).toMatchObject({ snoozed_until: null });
    expect(await undo(db, ada, id, woken ?? 0)).toMatchObject({ ok: true });
    expect(await taskRow(db, id)).toMatchObject({ status: "on_hold", snoozed_until: Date.parse("2026-03-09T08:00Z") });
  });

  test("works for a held reply too, with a time limit that starts when it's sent", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db, { status: "in_progress" })];
    const held = { body: "Done.", requestKey: aKey(), status: "resolved" as const };
    await replyToTask(db, ada, id, held, LATER, { windowMs: 10_000 });
    await doDueJobs(db, { send_message: sendHeldMessage }, LATER + MINUTE, () => {});
    const set = await db.selectFrom("change_set").selectAll().where("task_id", "=", id).executeTakeFirstOrThrow();
    expect(await undo(db, ada, id, set.id, LATER + 11 * MINUTE)).toMatchObject({ ok: true, back: ["Status"] });
    expect(await taskRow(db, id)).toMatchObject({ status: "in_progress" });
  });

  test("isn't offered when a reply ends New, or when a status changed automatically", async ({ db }) => {
    const [ada, fresh] = [await anAgent(db), await aTask(db)];
    expect(await say(db, ada, fresh.id, { body: "Hello", status: "waiting_requester" })).toBeNull(); // never New again
    expect(await say(db, fresh.requester, fresh.id, { body: "Thanks" })).toBeNull(); // changes automatically (S2)
    expect(await db.selectFrom("change_set").selectAll().execute()).toEqual([]);
  });

  test("restores New or Resolved after a requester marked the request as solved", async ({ db }) => {
    for (const [status, became] of [
      ["new", "resolved"],
      ["resolved", "closed"],
    ] as const) {
      const { id, requester } = await aTask(db, { status });
      const before = await taskRow(db, id);
      const set = await say(db, requester, id, { outcome: "solved" });
      expect(await taskRow(db, id)).toMatchObject({ status: became });
      expect(await undo(db, requester, id, set ?? 0)).toEqual({ ok: true, back: ["Status"], kept: [] });
      expect(await taskRow(db, id)).toEqual({ ...before, updated_at: LATER + MINUTE, version: before.version + 2 });
    }
  });

  test("lets requesters undo their own outcome once, unless an agent has changed the status since then", async ({
    db,
  }) => {
    const [ada, boss] = [await anAgent(db), await anAdmin(db)];
    const { id, requester: rita } = await aTask(db, { status: "in_progress" });
    const set = (await say(db, rita, id, { outcome: "solved" })) ?? 0;
    expect(await undo(db, await aRequester(db), id, set)).toEqual({ ok: false, why: "no_such_task" });
    expect(await undo(db, ada, id, set)).toEqual({ ok: false, why: "not_allowed" });
    expect(await undo(db, rita, id, set, LATER + 11 * MINUTE)).toEqual({ ok: false, why: "too_late" });
    expect(await undo(db, rita, id, set)).toMatchObject({ ok: true });
    expect(await taskRow(db, id)).toMatchObject({ status: "in_progress", resolved_at: null, reopen_count: 0 });
    expect(await undo(db, rita, id, set)).toEqual({ ok: false, why: "undone" });

    const second = (await say(db, rita, id, { outcome: "solved" })) ?? 0;
    await change(db, ada, id, { status: "on_hold" });
    expect(await undo(db, rita, id, second)).toMatchObject({ ok: false, why: "nothing_left" });
    const third = (await say(db, rita, id, { outcome: "solved" })) ?? 0;
    expect(await undo(db, boss, id, third)).toMatchObject({ ok: true });
  });

  test("lets requesters undo details they filled in, until the request is resolved", async ({ db }) => {
    await aCustomField(db, { key: "device", label: "Device", visibility: "requester_write" });
    const { id, requester: rita } = await aTask(db, { status: "in_progress" });
    const stored = () => db.selectFrom("task_field").select("value").where("task_id", "=", id).execute();
    const fill = async (text: string, was: string) => {
      const sent = { sent: { device: [text] }, was: { device: was }, keptTheirs: [] };
      const filled = await changeRequesterFields(db, rita, id, sent, LATER);
      return (filled.ok && filled.changeSetId) || 0;
    };
    await fill("A-1", "");
    const set = await fill("B-2", "A-1");
    expect(await undo(db, rita, id, set)).toEqual({ ok: true, back: ["Device"], kept: [] });
    expect(await stored()).toEqual([{ value: "A-1" }]);
    const late = await fill("C-3", "A-1");
    await say(db, rita, id, { outcome: "solved" });
    expect(await undo(db, rita, id, late)).toEqual({ ok: false, why: "no_such_task" });
    expect(await stored()).toEqual([{ value: "C-3" }]);
  });

  test("doesn't let requesters undo changes they made as agents", async ({ db }) => {
    const ada = await anAgent(db);
    const { id } = await aTask(db, { requester: ada, assignee: ada });
    const set = await change(db, ada, id, { priority: "high" });
    const left = { ...ada, role: "requester" as const };
    expect(await undo(db, left, id, set)).toEqual({ ok: false, why: "no_such_task" });
  });
});
