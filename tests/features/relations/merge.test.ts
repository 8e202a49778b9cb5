import fc from "fast-check";
import { sql } from "kysely";
import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { shareDraft } from "~/features/conversation/drafts/draft-changes.server";
import { saveDraft } from "~/features/conversation/drafts/draft-save.server";
import { sendHeldMessage } from "~/features/conversation/sending/held-replies.server";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import { undoChange } from "~/features/history/undo-change.server";
import { doDueJobs } from "~/features/jobs/job-queue.server";
import { mergePeople } from "~/features/people-admin/merge-people.server";
import { addLink } from "~/features/relations/links.server";
import { mergeTasks } from "~/features/relations/merge.server";
import { previewMerge } from "~/features/relations/merge-page.server";
import { storedLink } from "~/features/relations/relations";
import { detachSubTask, makeSubTask } from "~/features/relations/sub-tasks.server";
import { searchTasks } from "~/features/search/search-tasks.server";
import { listTasks } from "~/features/task-list/task-list.server";
import { readTask } from "~/features/task-page/task-read.server";
import { mergedInto } from "~/features/tasks/follow-merges.server";
import { changeTask } from "~/features/tasks/task-change.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { aCustomField, aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";
import { cases } from "../../support/generated";

const MINUTE = 60_000;
const LATER = NOON + MINUTE;
const DAY = 24 * 60 * MINUTE;

const rowOf = (db: Db, id: number) => db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

async function merge(db: Db, viewer: Viewer, source: number, into: number, keepsRequester = false, now = LATER) {
  const [{ version }, { version: intoVersion }] = [await rowOf(db, source), await rowOf(db, into)];
  return mergeTasks(db, viewer, { source, into, version, intoVersion, keepsRequester }, now);
}

async function merged(...asked: Parameters<typeof merge>) {
  const done = await merge(...asked);
  if (!done.ok) throw new Error(JSON.stringify(done));
  return done.changeSetId;
}

/** All rows that belong to these tasks, except history, versions and update times. */
async function everythingOf(db: Db, ids: number[]) {
  const of = async (
    table: "message" | "attachment" | "participant" | "watcher" | "task_tag" | "task_field" | "checklist_item",
  ) =>
    (await db.selectFrom(table).selectAll().where("task_id", "in", ids).execute())
      .map((row) => JSON.stringify(row))
      .sort();
  const drafts = await db.selectFrom("draft").selectAll().where("task_id", "in", ids).orderBy("id").execute();
  const tasks = await db.selectFrom("task").selectAll().orderBy("id").execute();
  const links = await db.selectFrom("task_link").selectAll().execute();
  const jobs = await db.selectFrom("job").select(["kind", "key", "run_at", "payload"]).execute();
  return {
    messages: await of("message"),
    attachments: await of("attachment"),
    participants: await of("participant"),
    watchers: await of("watcher"),
    tags: await of("task_tag"),
    checklist: await of("checklist_item"),
    fields: await of("task_field"),
    drafts: drafts.map(({ updated_at: _, ...draft }) => draft),
    links: links.map((link) => JSON.stringify(link)).sort(),
    jobs: jobs.map((job) => JSON.stringify(job)).sort(),
    tasks: tasks.map(({ version: _, updated_at: __, ...task }) => task),
  };
}

const some = fc.boolean();
const aDesk = fc.record({
  sameRequester: some,
  keepsRequester: some,
  tags: fc.tuple(fc.subarray(["vpn", "net", "lan"]), fc.subarray(["vpn", "wifi"])),
  inCopy: fc.tuple(fc.subarray([0, 1, 2]), fc.subarray([1, 2])),
  watching: fc.tuple(fc.subarray([0, 1]), fc.subarray([1])),
  fields: fc.tuple(fc.subarray(["room", "serial"]), fc.subarray(["room", "asset"])),
  items: fc.tuple(fc.nat(3), fc.nat(3)),
  drafts: fc.tuple(fc.subarray(["ada reply", "bob reply", "ada note"]), fc.subarray(["ada reply", "ada note"])),
  links: fc.tuple(fc.subarray(["relates", "blocked_by"] as const), fc.subarray(["relates", "blocks"] as const)),
  linkedToEachOther: some,
  subTasks: fc.nat(2),
  confidential: fc.tuple(some, some),
  snoozed: some,
  answered: fc.tuple(some, some),
  files: fc.tuple(some, some),
  due: fc.tuple(some, some),
  assigned: fc.tuple(some, some),
  urgent: fc.tuple(some, some),
});
type Desk = typeof aDesk extends fc.Arbitrary<infer D> ? D : never;

/** Two tasks with the related rows that the desk describes. */
async function twoTasks(db: Db, desk: Desk, people: { ada: Viewer; bob: Viewer; others: Viewer[] }) {
  const { ada, bob, others } = people;
  const neighbour = (await aTask(db, { title: "Neighbour" })).id;
  const rita = await aRequester(db);
  const ids: number[] = [];
  for (const side of [0, 1] as const) {
    const requester = side === 1 && !desk.sameRequester ? await aRequester(db) : rita;
    const own = {
      ...(desk.due[side] && { due: `2026-03-1${side}` }),
      ...(desk.assigned[side] && { assignee: [ada, bob][side] as Viewer }),
      ...(desk.urgent[side] && { priority: "urgent" as const }),
    };
    const { id } = await aTask(db, { requester, tags: desk.tags[side], at: NOON - side * 7, ...own });
    ids.push(id);
    await addNote(db, ada, id, { body: "Hm.", requestKey: aKey() }, NOON + 5);
    if (desk.answered[side]) {
      const answer = { body: "Look.", requestKey: aKey(), status: "waiting_requester" as const };
      await replyToTask(db, ada, id, answer, NOON + 10 + side);
    }
    const rows = (people: Viewer[]) => people.map((person) => ({ task_id: id, user_id: person.id, added_at: side }));
    for (const row of rows(desk.inCopy[side].map((n) => others[n] as Viewer)))
      await db.insertInto("participant").values(row).execute();
    for (const row of rows(desk.watching[side].map((n) => [ada, bob][n] as Viewer)))
      await db.insertInto("watcher").values(row).execute();
    for (let position = 1; position <= desk.items[side]; position++)
      await db
        .insertInto("checklist_item")
        .values({ task_id: id, position, text: `Step ${position}` })
        .execute();
    for (const key of desk.fields[side])
      await db
        .insertInto("task_field")
        .values({ task_id: id, key, value: `${key} ${side}` })
        .execute();
    for (const draft of desk.drafts[side]) {
      const [who, kind] = draft.split(" ") as ["ada" | "bob", "reply" | "note"];
      const place = { kind, taskId: id };
      await saveDraft(db, people[who], place, { body: `${draft} on ${side}`, fields: { after: `${side}` } }, NOON);
    }
    for (const view of desk.links[side]) await addLink(db, ada, id, { view, other: neighbour }, NOON + side);
    await db
      .updateTable("task")
      .set({ confidential: desk.confidential[side] ? 1 : 0 })
      .where("id", "=", id)
      .execute();
    if (desk.files[side]) await aFile(db, id);
  }
  const [source, target] = ids as [number, number];
  if (desk.linkedToEachOther) await addLink(db, ada, source, { view: "duplicate_of", other: target }, NOON);
  for (let n = 0; n < desk.subTasks; n++) await makeSubTask(db, ada, (await aTask(db)).id, source, NOON);
  if (desk.snoozed && desk.answered[0]) {
    const { version } = await rowOf(db, source);
    await changeTask(db, ada, source, { change: { snooze: "2026-03-09", version }, was: {} }, NOON);
  }
  return { source, target };
}

/** Adds a file to a task's first message and to each of its drafts. */
async function aFile(db: Db, taskId: number) {
  const sha256 = aKey();
  await db.insertInto("file").values({ sha256, size: 3, type: "text/plain", created_at: NOON }).execute();
  const file = { sha256, task_id: taskId, name: "a.txt", declared_type: "text/plain", size: 3, created_at: NOON };
  const { id } = await db
    .selectFrom("message")
    .select("id")
    .where("task_id", "=", taskId)
    .limit(1)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("attachment")
    .values({ ...file, message_id: id })
    .execute();
  for (const draft of await db.selectFrom("draft").select("id").where("task_id", "=", taskId).execute()) {
    await db
      .insertInto("attachment")
      .values({ ...file, draft_id: draft.id })
      .execute();
  }
}

onEachDatabase("merging (domain B4)", (test) => {
  test("is fully reversible: undo restores both tasks and everything that belongs to them", async ({ db }) => {
    const [ada, bob] = [await anAdmin(db), await anAgent(db)];
    const others = [await aRequester(db), await aRequester(db), await aRequester(db)];
    for (const key of ["room", "serial", "asset"]) await aCustomField(db, { key });
    await fc.assert(
      fc.asyncProperty(aDesk, async (desk) => {
        const { source, target } = await twoTasks(db, desk, { ada, bob, others });
        const before = await everythingOf(db, [source, target]);
        const files = before.attachments.length;
        const changeSetId = await merged(db, ada, source, target, desk.keepsRequester);

        const during = await everythingOf(db, [target]);
        expect(during.messages).toHaveLength(before.messages.length);
        expect(during.attachments).toHaveLength(files);
        expect(during.checklist).toHaveLength(before.checklist.length);
        expect(during.fields).toHaveLength(new Set(desk.fields.flat()).size);
        const [sourceRow, targetRow] = [source, target].map((id) => before.tasks.find((task) => task.id === id));
        expect(during.tasks.find(({ id }) => id === target)).toMatchObject({
          due_at: targetRow?.due_at ?? sourceRow?.due_at,
          assignee_id: targetRow?.assignee_id ?? sourceRow?.assignee_id,
          priority: Math.max(sourceRow?.priority ?? 0, targetRow?.priority ?? 0),
        });
        const texts = during.drafts.map(({ body }) => body).join("\n");
        for (const { body } of before.drafts) expect(texts, "B18 check 4").toContain(body);

        const undone = await undoChange(db, ada, { taskId: target, changeSetId }, LATER + MINUTE);
        expect(undone).toEqual({ ok: true, back: [`the merge of #${source}`], kept: [] });
        expect(await everythingOf(db, [source, target])).toEqual(before);
      }),
      cases(10, 25),
    );
  });

  test("makes one chronological conversation, and the source's number redirects to it", async ({ db }) => {
    const [ada, rita] = [await anAgent(db), await aRequester(db)];
    const { id: source } = await aTask(db, { requester: rita, title: "Fire", body: "first", at: NOON });
    const { id: target } = await aTask(db, { title: "Smoke", body: "second", at: NOON + 1 });
    await replyToTask(db, rita, source, { body: "third", requestKey: aKey() }, NOON + 2);
    await merged(db, ada, source, target);

    const said = await db
      .selectFrom("message")
      .select("body")
      .where("task_id", "=", target)
      .orderBy("created_at")
      .orderBy("id")
      .execute();
    expect(said.map(({ body }) => body)).toEqual(["first", "second", "third"]);
    expect(await rowOf(db, source)).toMatchObject({ status: "closed", open: 0, merged_into: target });
    expect(await rowOf(db, target)).toMatchObject({ last_public_at: NOON + 2, last_requester_at: NOON + 2 });
    expect(await mergedInto(db, ada, source)).toBe(target);
    expect(await mergedInto(db, rita, source), "the source's requester wasn't kept").toBeNull();

    const listed = async (viewer: Viewer) =>
      (await listTasks(db, viewer, { filter: { status: "any" } })).tasks.map(({ id }) => id);
    expect(await listed(ada)).toEqual([target]);
    expect(await listed(rita)).toEqual([]);
    const found = async (query: string) => {
      const tasks = await searchTasks(db, ada, query, { now: LATER });
      return tasks.ok ? tasks.tasks.map(({ id }) => id) : tasks.error.message;
    };
    expect(await found("third")).toEqual([target]);
    expect(await found("fire")).toEqual([]);
  });

  test("keeps the source's requester only when asked to, and redirects through a second merge", async ({ db }) => {
    const [ada, rita] = [await anAgent(db), await aRequester(db)];
    const [{ id: one }, { id: two }, { id: three }] = [
      await aTask(db, { requester: rita }),
      await aTask(db),
      await aTask(db),
    ];
    await merged(db, ada, one, two, true);
    expect(await mergedInto(db, rita, one)).toBe(two);
    await merged(db, ada, two, three);
    expect(await mergedInto(db, rita, one)).toBe(three);
    expect(await merge(db, ada, three, one)).toMatchObject({
      why: "wrong",
      message: expect.stringMatching(/was already merged into #\d+/),
    });
    expect(await merge(db, ada, one, three), "the source is already merged").toEqual({
      ok: false,
      why: "no_such_task",
    });
  });

  test("is refused with a message before anything moves", async ({ db }) => {
    const ada = await anAgent(db);
    const [{ id: one }, { id: two }, { id: child }] = [await aTask(db), await aTask(db), await aTask(db)];
    await makeSubTask(db, ada, child, one, NOON);
    const sentence = async (source: number, into: number) => {
      const done = await merge(db, ada, source, into);
      return done.ok ? null : done.why === "wrong" ? done.message : done.why;
    };
    expect(await sentence(one, one)).toMatch(/into itself/);
    expect(await sentence(one, child)).toMatch(/is a sub-task of/);
    expect(await sentence(child, one)).toMatch(/is a sub-task of/);
    const stale = { source: two, into: one, version: 1, intoVersion: 1, keepsRequester: false };
    expect(await mergeTasks(db, ada, stale, LATER)).toEqual({ ok: false, why: "changed" });

    const tags = (of: string, count: number) => Array.from({ length: count }, (_, n) => `${of}${n}`);
    const { id: many } = await aTask(db, { tags: tags("a", 15) });
    const { id: more } = await aTask(db, { tags: tags("b", 6) });
    const before = await everythingOf(db, [many, more]);
    expect(await sentence(many, more)).toMatch(/would have 21 tags; a task can have at most 20/);
    expect(await everythingOf(db, [many, more])).toEqual(before);

    await db.deleteFrom("team_member").where("user_id", "=", ada.id).execute();
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", two).execute();
    expect(await sentence(one, two)).toMatch(/Task #\d+ doesn't exist or you can't access it/);
    expect(await sentence(two, one)).toBe("no_such_task");
  });

  test("makes the target confidential when the source is", async ({ db }) => {
    const [ada, { id: source }, { id: target }] = [await anAdmin(db), await aTask(db), await aTask(db)];
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", source).execute();
    const changeSetId = await merged(db, ada, source, target);
    expect(await rowOf(db, target)).toMatchObject({ confidential: 1 });
    await addNote(db, ada, target, { body: "For the few.", requestKey: aKey() }, LATER + 1);
    const undone = await undoChange(db, ada, { taskId: target, changeSetId }, LATER + 2);
    expect(undone).toMatchObject({ ok: true, kept: [expect.stringMatching(/stays confidential/)] });
    expect(await rowOf(db, target)).toMatchObject({ confidential: 1 });
  });

  test("can be undone in time; undo keeps newer messages and restores nothing removed since", async ({ db }) => {
    const [ada, lead] = [await anAgent(db), await anAdmin(db)];
    const { id: source } = await aTask(db, { tags: ["gone", "stays"], body: "from the source" });
    const { id: target, requester } = await aTask(db, { body: "from the target" });
    const changeSetId = await merged(db, ada, source, target, true);
    await replyToTask(db, requester, target, { body: "since", requestKey: aKey() }, LATER + 1);
    await db.deleteFrom("task_tag").where("task_id", "=", target).where("tag", "=", "gone").execute();

    const twelve = LATER + 12 * MINUTE;
    expect(await undoChange(db, ada, { taskId: target, changeSetId }, twelve)).toEqual({ ok: false, why: "too_late" });
    const late = LATER + 31 * DAY;
    expect(await undoChange(db, lead, { taskId: target, changeSetId }, late)).toEqual({ ok: false, why: "too_late" });
    const undone = await undoChange(db, lead, { taskId: target, changeSetId }, twelve);
    expect(undone).toMatchObject({ ok: true, kept: ["A tag removed since then stays removed."] });

    const bodies = async (id: number) =>
      (await db.selectFrom("message").select("body").where("task_id", "=", id).orderBy("id").execute()).map(
        (m) => m.body,
      );
    expect(await bodies(source)).toEqual(["from the source"]);
    expect(await bodies(target)).toEqual(["from the target", "since"]);
    expect(await rowOf(db, target)).toMatchObject({ last_public_at: LATER + 1 });
    expect(await rowOf(db, source)).toMatchObject({ status: "new", open: 1, merged_into: null, closed_at: null });
    expect(await db.selectFrom("participant").selectAll().execute()).toEqual([]);
    const tags = await db.selectFrom("task_tag").selectAll().execute();
    expect(tags).toEqual([{ task_id: source, tag: "stays" }]);
    expect(await undoChange(db, lead, { taskId: target, changeSetId }, twelve)).toEqual({ ok: false, why: "undone" });
  });

  test("records the new parent in the sub-tasks' history, and the old one again on undo", async ({ db }) => {
    const [ada, { id: source }, { id: target }] = [await anAgent(db), await aTask(db), await aTask(db)];
    const [{ id: moved }, { id: released }] = [await aTask(db), await aTask(db)];
    for (const child of [moved, released]) await makeSubTask(db, ada, child, source, NOON);
    const changeSetId = await merged(db, ada, source, target);
    await detachSubTask(db, ada, released, target, LATER + 1);
    await undoChange(db, ada, { taskId: target, changeSetId }, LATER + 2);

    const parents = async (id: number) =>
      (
        await db
          .selectFrom("event")
          .select(["old_value", "new_value"])
          .where("task_id", "=", id)
          .where("field", "=", "parent")
          .orderBy("at")
          .execute()
      ).map(({ old_value, new_value }) => [old_value, new_value]);
    const [from, to] = [`#${source}`, `#${target}`];
    expect(await parents(moved)).toEqual([
      [null, from],
      [from, to],
      [to, from],
    ]);
    expect(await parents(released)).toEqual([
      [null, from],
      [from, to],
      [to, null],
    ]);
    expect([(await rowOf(db, moved)).parent_id, (await rowOf(db, released)).parent_id]).toEqual([source, null]);
  });

  test("moves the fields the target lacks, previews them, and returns them unchanged on undo", async ({ db }) => {
    const [ada, { id: source }, { id: target }] = [await anAgent(db), await aTask(db), await aTask(db)];
    for (const key of ["room", "serial", "floor", "asset", "same"]) await aCustomField(db, { key, label: key });
    const fill = (task_id: number, values: Record<string, string>) =>
      db
        .insertInto("task_field")
        .values(Object.entries(values).map(([key, value]) => ({ task_id, key, value })))
        .execute();
    const fieldsOf = async (id: number) => {
      const rows = await db.selectFrom("task_field").select(["key", "value"]).where("task_id", "=", id).execute();
      return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
    };
    const had = { room: "12", serial: "S1", floor: "2", asset: "A1", same: "x" };
    await fill(source, had);
    await fill(target, { asset: "A2", same: "x" });
    expect(await previewMerge(db, ada, { source, into: target }, LATER)).toMatchObject({
      fields: { moving: ["room", "serial", "floor"], left: ["asset"] },
    });

    const changeSetId = await merged(db, ada, source, target);
    expect(await fieldsOf(target)).toEqual({ room: "12", serial: "S1", floor: "2", asset: "A2", same: "x" });
    const change = db.updateTable("task_field").where("task_id", "=", target);
    await change.set({ value: "13" }).where("key", "=", "room").execute();
    await db.deleteFrom("task_field").where("task_id", "=", target).where("key", "=", "floor").execute();
    expect(await undoChange(db, ada, { taskId: target, changeSetId }, LATER + 1)).toMatchObject({
      ok: true,
      kept: ["Fields changed since then keep their new values.", "Fields emptied since then stay empty."],
    });
    expect(await fieldsOf(source)).toEqual({ room: "12", serial: "S1", asset: "A1", same: "x" });
    expect(await fieldsOf(target)).toEqual({ room: "13", asset: "A2", same: "x" });
  });

  test("restores people on undo as the person they have since been merged into", async ({ db }) => {
    const [root, ada, bob] = [await anAdmin(db), await anAgent(db), await anAgent(db)];
    const [rita, ritasTwin] = [await aRequester(db), await aRequester(db)];
    const [otto, ottosTwin] = [await aRequester(db), await aRequester(db)];
    const { key } = await aCustomField(db, { kind: "user" });
    const [source, target] = [(await aTask(db, { requester: rita })).id, (await aTask(db)).id];
    const inCopy = (id: number) => db.selectFrom("participant").select("user_id").where("task_id", "=", id).execute();
    await db.insertInto("participant").values({ task_id: source, user_id: otto.id, added_at: NOON }).execute();
    await db.insertInto("watcher").values({ task_id: source, user_id: ada.id, added_at: NOON }).execute();
    await db
      .insertInto("task_field")
      .values({ task_id: source, key, value: String(rita.id) })
      .execute();
    for (const taskId of [source, target])
      await saveDraft(db, ada, { kind: "reply", taskId }, { body: `On ${taskId}` }, NOON);

    const changeSetId = await merged(db, root, source, target, true);
    for (const [from, into] of [
      [rita, ritasTwin],
      [otto, ottosTwin],
      [ada, bob],
    ] as const)
      expect(await mergePeople(db, root, { from: from.id, into: into.id }, LATER)).toEqual({ ok: true });
    const undone = await undoChange(db, root, { taskId: target, changeSetId }, LATER + 1);
    expect(undone).toMatchObject({ ok: true, kept: [] });
    expect([await inCopy(source), await inCopy(target)]).toEqual([[{ user_id: ottosTwin.id }], []]);
    const watchers = await db.selectFrom("watcher").select(["task_id", "user_id"]).execute();
    expect(watchers).toEqual([{ task_id: source, user_id: bob.id }]);
    const fields = await db.selectFrom("task_field").select(["task_id", "value"]).execute();
    expect(fields).toEqual([{ task_id: source, value: String(ritasTwin.id) }]);
    const drafts = await db.selectFrom("draft").select(["task_id", "user_id"]).orderBy("task_id").execute();
    expect(drafts).toEqual([source, target].map((task_id) => ({ task_id, user_id: bob.id })));
  });

  test("leaves a draft private on undo when its author has stopped sharing it since", async ({ db }) => {
    const ada = await anAgent(db);
    const [source, target] = [(await aTask(db)).id, (await aTask(db)).id];
    for (const taskId of [source, target]) {
      const saved = await saveDraft(db, ada, { kind: "reply", taskId }, { body: `On ${taskId}` }, NOON);
      await shareDraft(db, ada, (saved.ok && saved.draft?.id) || 0, true);
    }
    const changeSetId = await merged(db, ada, source, target);
    const { id } = await db.selectFrom("draft").select("id").executeTakeFirstOrThrow();
    await shareDraft(db, ada, id, false);
    await undoChange(db, ada, { taskId: target, changeSetId }, LATER + 1);
    const drafts = await db.selectFrom("draft").select(["task_id", "shared"]).orderBy("task_id").execute();
    expect(drafts).toEqual([source, target].map((task_id) => ({ task_id, shared: 0 })));
  });

  test("gives the target the due date, assignee and priority it lacks, with preview and undo", async ({ db }) => {
    const [ada, priya] = [await anAgent(db), await anAgent(db, { name: "Priya" })];
    const source = await aTask(db, { due: "2026-12-05", assignee: priya, priority: "high" });
    const target = await aTask(db);
    const pair = { source: source.id, into: target.id };
    expect(await previewMerge(db, ada, pair, LATER)).toMatchObject({
      taken: ["the due date 5 December", "the priority High", "the assignee Priya"],
      status: "In progress",
      noAccess: null,
    });
    const changeSetId = await merged(db, ada, source.id, target.id);
    const due_at = Date.UTC(2026, 11, 5);
    const got = { due_at, assignee_id: priya.id, priority: 3, status: "in_progress" };
    expect(await rowOf(db, target.id)).toMatchObject(got);
    const told = db.selectFrom("event").select(["field", "new_value"]).where("task_id", "=", target.id);
    expect(await told.where("field", "in", ["due", "assignee", "priority"]).execute()).toEqual([
      { field: "priority", new_value: "High" },
      { field: "assignee", new_value: "Priya" },
      { field: "due", new_value: "2026-12-05" },
    ]);

    const { version } = await rowOf(db, target.id);
    await changeTask(db, ada, target.id, { change: { priority: "urgent", version }, was: {} }, LATER + 1);
    expect(await undoChange(db, ada, { taskId: target.id, changeSetId }, LATER + 2)).toEqual({
      ok: true,
      back: [`the merge of #${source.id}`],
      kept: ["Priority has changed since then and stays Urgent."],
    });
    expect(await rowOf(db, target.id)).toMatchObject({ due_at: null, assignee_id: null, priority: 4, status: "new" });
    expect(await rowOf(db, source.id)).toMatchObject({ due_at, assignee_id: priya.id, priority: 3 });
  });

  test("leaves the target its own due date, assignee and chosen priority", async ({ db }) => {
    const [ada, bob] = [await anAgent(db), await anAgent(db)];
    const { id: source } = await aTask(db, { due: "2026-12-05", assignee: ada, priority: "urgent" });
    const chosen = { due: "2026-12-24", assignee: bob, priority: "low" } as const;
    const { id: target } = await aTask(db, chosen);
    expect(await previewMerge(db, ada, { source, into: target }, LATER)).toMatchObject({
      ...{ taken: [], status: null, noAccess: null },
    });
    await merged(db, ada, source, target);
    const kept = { due_at: Date.UTC(2026, 11, 24), assignee_id: bob.id, priority: 1 };
    expect(await rowOf(db, target)).toMatchObject(kept);
  });

  test("assigns no agent a task they can't see, and keeps a members-only team's text confidential", async ({ db }) => {
    const [admin, hana, ada] = [await anAdmin(db), await anAgent(db, { name: "Hana" }), await anAgent(db)];
    const team = async (name: string, visibility: "members" | "open", member: Viewer) => {
      const row = db.insertInto("team").values({ name, is_default: 0, visibility });
      const { id } = await row.returning("id").executeTakeFirstOrThrow();
      await db.insertInto("team_member").values({ team_id: id, user_id: member.id }).execute();
      return id;
    };
    const [hr, board, lab] = [
      await team("HR", "members", hana),
      await team("Board", "members", ada),
      await team("Lab", "open", admin),
    ];
    const [source, open, closed] = [await aTask(db, { assignee: hana }), await aTask(db), await aTask(db)];
    const move = (id: number, team_id: number) =>
      db.updateTable("task").set({ team_id }).where("id", "=", id).execute();
    await move(source.id, hr);
    await move(closed.id, board);
    await move(open.id, lab);

    const pair = { source: source.id, into: closed.id };
    expect(await previewMerge(db, admin, pair, LATER)).toMatchObject({ taken: [], noAccess: "Hana", closes: "team" });
    expect(await previewMerge(db, hana, { source: source.id, into: open.id }, LATER)).toMatchObject({ shutsOut: true });

    expect(await readTask(db, ada, open.id, LATER)).not.toBeNull();
    const changeSetId = await merged(db, admin, source.id, open.id);
    expect(await rowOf(db, open.id)).toMatchObject({ confidential: 1, assignee_id: null });
    expect(await readTask(db, ada, open.id, LATER), "Ada is in neither team").toBeNull();
    await undoChange(db, admin, { taskId: open.id, changeSetId }, LATER + 1);
    expect(await rowOf(db, open.id)).toMatchObject({ confidential: 0 });
  });

  test("happens once, without deadlock, when a pair is merged both ways at the same time", async ({ db }) => {
    const [ada, bob] = [await anAgent(db), await anAgent(db)];
    for (let round = 0; round < 5; round++) {
      const [{ id: one }, { id: two }] = [await aTask(db), await aTask(db)];
      const results = await Promise.all([merge(db, ada, one, two), merge(db, bob, two, one), merge(db, ada, one, two)]);
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      const rows = await db.selectFrom("task").select("merged_into").where("id", "in", [one, two]).execute();
      expect(rows.filter(({ merged_into }) => merged_into === null)).toHaveLength(1);
    }
  });

  test("completes while related tasks are linked and moved at the same time", async ({ db }) => {
    const [ada, bob] = [await anAgent(db), await anAgent(db)];
    for (let round = 0; round < 5; round++) {
      const [{ id: neighbour }, { id: one }, { id: two }] = [await aTask(db), await aTask(db), await aTask(db)];
      await addLink(db, ada, one, { view: "relates", other: neighbour }, NOON);
      const { id: part } = await aTask(db);
      await makeSubTask(db, ada, part, one, NOON);
      const [together, linked, child] = await Promise.all([
        merge(db, ada, one, two),
        addLink(db, bob, neighbour, { view: "blocks", other: one }, NOON),
        makeSubTask(db, bob, neighbour, two, NOON),
        replyToTask(db, bob, one, { body: "Me too.", requestKey: aKey() }, LATER),
      ]);
      const holder = together.ok ? two : one;
      expect((await rowOf(db, part)).parent_id).toBe(holder);
      expect((await rowOf(db, neighbour)).parent_id).toBe(child.ok ? two : null);
      const links = await db.selectFrom("task_link").select(["task_id", "kind", "other_id"]).execute();
      const here = links.filter((link) => link.task_id === neighbour || link.other_id === neighbour);
      const expected = [storedLink(neighbour, "relates", holder)];
      if (linked.ok) expected.push(storedLink(neighbour, "blocks", holder));
      const inOrder = (a: { kind: string }, b: { kind: string }) => a.kind.localeCompare(b.kind);
      expect(here.sort(inOrder)).toEqual(expected.sort(inOrder));
    }
  });

  test("moves links added to the source while the merge waits", async ({ db, engine }) => {
    const [ada, { id: source, requester }, { id: target }] = [await anAgent(db), await aTask(db), await aTask(db)];
    const waiting = sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const closed = { status: "closed" as const, open: 0 as const, closed_at: 1, resolved_at: 1 };
    await db.updateTable("task").set(closed).where("id", "=", source).execute();
    let merging: ReturnType<typeof merge> | undefined;
    const followed = await inTransaction(db, async (tx) => {
      const answer = await replyToTask(tx, requester, source, { body: "Again.", requestKey: aKey() }, LATER);
      merging = merge(db, ada, source, target);
      if (engine === "postgres") await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(1);
      return answer;
    });
    if (!followed.ok) throw new Error(followed.why);
    expect(await merging).toMatchObject({ ok: true });
    const links = await db.selectFrom("task_link").select(["task_id", "kind", "other_id"]).execute();
    expect(links).toEqual([{ task_id: followed.id, kind: "follow_up_of", other_id: target }]);
  });
});

onEachDatabase("a held reply on a merged task (domain B4)", (test) => {
  async function heldAndMerged(db: Db, status: "waiting_requester" | "keep" = "waiting_requester") {
    const [ada, bob, rita] = [await anAgent(db), await anAgent(db), await aRequester(db)];
    const [source, target] = [
      await aTask(db, { status: "in_progress", requester: rita }),
      await aTask(db, { title: "Other", status: "in_progress", requester: rita }),
    ];
    const typed = { body: "Try the other door.", requestKey: aKey(), status };
    const sent = await replyToTask(db, bob, source.id, typed, LATER, { windowMs: 10_000 });
    if (!sent.ok || sent.held === null) throw new Error("The reply isn't held.");
    const changeSetId = await merged(db, ada, source.id, target.id, false, LATER + 1);
    const sendDue = (now: number) =>
      doDueJobs(db, { send_message: sendHeldMessage }, now, (error) => {
        throw error;
      });
    const unmerge = (now: number) => undoChange(db, ada, { taskId: target.id, changeSetId }, now);
    const bodies = async (id: number) =>
      (await db.selectFrom("message").select("body").where("task_id", "=", id).orderBy("id").execute()).map(
        ({ body }) => body,
      );
    return { ada, bob, source: source.id, target: target.id, messageId: sent.held, sendDue, unmerge, bodies };
  }

  test("is sent on the target and moves back on undo, neither lost nor sent twice", async ({ db }) => {
    const { source, target, sendDue, unmerge, bodies } = await heldAndMerged(db);
    await sendDue(LATER + 10_000);
    expect(await bodies(target)).toEqual(["It burns.", "It burns.", "Try the other door."]);
    expect(await rowOf(db, target)).toMatchObject({ status: "waiting_requester", last_agent_at: LATER + 10_000 });

    expect(await unmerge(LATER + MINUTE)).toMatchObject({ ok: true });
    expect(await bodies(source)).toEqual(["It burns.", "Try the other door."]);
    expect(await bodies(target)).toEqual(["It burns."]);
    expect(await rowOf(db, source)).toMatchObject({
      status: "in_progress",
      first_responded_at: LATER + 10_000,
      last_agent_at: LATER + 10_000,
    });
    expect(await rowOf(db, target)).toMatchObject({ first_responded_at: null, last_agent_at: null });
    await sendDue(LATER + 2 * MINUTE);
    expect(await bodies(source)).toHaveLength(2);
  });

  test("stays held when the merge is undone, then is sent on its own task and changes only that", async ({ db }) => {
    const { source, target, sendDue, unmerge, bodies, bob, messageId } = await heldAndMerged(db);
    expect(await unmerge(LATER + 5_000)).toMatchObject({ ok: true });
    expect(await readTask(db, bob, source, LATER + 6_000)).toMatchObject({
      messages: [{}, { id: messageId, heldUntil: LATER + 10_000 }],
    });
    await sendDue(LATER + 10_000);
    expect(await bodies(source)).toEqual(["It burns.", "Try the other door."]);
    expect(await rowOf(db, source)).toMatchObject({ status: "waiting_requester" });
    expect(await rowOf(db, target)).toMatchObject({ status: "in_progress", last_agent_at: null });
  });

  test("leaves its status on the target after an undo, and its author can undo that too", async ({ db }) => {
    const { bob, target, sendDue, unmerge } = await heldAndMerged(db);
    await sendDue(LATER + 10_000);
    expect(await unmerge(LATER + MINUTE)).toMatchObject({
      kept: [`#${target} stays Waiting for requester because a reply that moved back set this status.`],
    });
    expect(await rowOf(db, target)).toMatchObject({ status: "waiting_requester" });
    const set = await db.selectFrom("change_set").select("id").where("actor_id", "=", bob.id).executeTakeFirstOrThrow();
    await undoChange(db, bob, { taskId: target, changeSetId: set.id }, LATER + MINUTE);
    expect(await rowOf(db, target)).toMatchObject({ status: "in_progress" });
  });
});
