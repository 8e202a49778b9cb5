import { expect } from "vitest";
import type { Db } from "~/db/types";
import { createTask } from "~/features/new-task/task-create.server";
import { listParticipants, putInCopy, takeOutOfCopy } from "~/features/people/participants.server";
import { inviteWatcher, setWatching } from "~/features/people/watchers.server";
import { listTasks } from "~/features/task-list/task-list.server";
import { readTask } from "~/features/task-page/task-read.server";
import { onEachDatabase } from "../../support/database";
import { aKey, anAgent, aRequester, aTask, disableUser, NOON } from "../../support/factories";

const names = async (db: Db, id: number) => (await listParticipants(db, id)).map(({ name }) => name);
const versionOf = async (db: Db, id: number) =>
  (await db.selectFrom("task").select("version").where("id", "=", id).executeTakeFirstOrThrow()).version;
const history = (db: Db, id: number) =>
  db
    .selectFrom("event")
    .select(["field", "old_value as from", "new_value as to"])
    .where("task_id", "=", id)
    .where("field", "in", ["participants", "watchers"])
    .orderBy("id")
    .execute();

onEachDatabase("people in copy (domain B2)", (test) => {
  test("who can't be found are named in the error", async ({ db }) => {
    const [ada, rita] = [await anAgent(db), await aRequester(db, { name: "Rita" })];
    const { id } = await aTask(db, { requester: rita });
    const said = async (who: typeof ada, text: string) => {
      const answer = await putInCopy(db, who, id, text, NOON);
      return "message" in answer ? answer.message : null;
    };
    const nobody = "No one has this name. Enter a full name or an email address.";
    expect(await said(ada, "Rita, Zed, new@example.org")).toBe(`“Zed”: ${nobody}`);
    expect(await said(ada, "Zed")).toBe(nobody);
    expect(await said(ada, "Rita, a(b@example.org")).toBe(
      "“a(b@example.org”: That isn't an email address. Enter one such as ada@example.org.",
    );
    expect(await said(rita, "new@example.org; Zed")).toBe("“Zed”: Enter an email address.");
  });

  test("are added by an agent, by name or address, and removed again", async ({ db }) => {
    const ada = await anAgent(db);
    await aRequester(db, { name: "Cora" });
    const { id } = await aTask(db);
    expect(await putInCopy(db, ada, id, "cora, New.Person@example.org;", NOON)).toMatchObject({
      ok: true,
      names: ["Cora", "New.Person"],
    });
    expect(await putInCopy(db, ada, id, "Cora", NOON)).toEqual({ ok: true, names: [], changeSetId: null });
    expect(await names(db, id)).toEqual(["Cora", "New.Person"]);
    const [{ id: cora = 0 } = {}] = await listParticipants(db, id);
    expect(await takeOutOfCopy(db, ada, id, cora, NOON)).toMatchObject({ ok: true, name: "Cora" });
    expect(await takeOutOfCopy(db, ada, id, cora, NOON)).toEqual({ ok: true, name: null, changeSetId: null });
    expect(await names(db, id)).toEqual(["New.Person"]);
    expect(await versionOf(db, id)).toBe(3);
    expect(await history(db, id)).toEqual([
      { field: "participants", from: null, to: "Cora" },
      { field: "participants", from: null, to: "New.Person" },
      { field: "participants", from: "Cora", to: null },
    ]);
  });

  test("see the task in their list, marked, and lose it when they leave", async ({ db }) => {
    const [ada, cora, ria] = [await anAgent(db), await aRequester(db), await aRequester(db, { name: "Ria" })];
    const { id } = await aTask(db, { requester: ria, tags: ["secret"] });
    await putInCopy(db, ada, id, cora.email ?? "", NOON);
    const { tasks } = await listTasks(db, cora);
    expect(tasks).toMatchObject([{ id, requestOf: { name: "Ria", inCopy: true }, inner: null }]);
    expect((await listTasks(db, ria)).tasks).toMatchObject([{ id, requestOf: null }]);
    expect(await readTask(db, cora, id, NOON)).toMatchObject({
      as: "requester",
      requestOf: { name: "Ria", inCopy: true },
    });

    expect(await takeOutOfCopy(db, cora, id, ria.id, NOON)).toEqual({ ok: false, why: "not_allowed" });
    expect(await takeOutOfCopy(db, cora, id, cora.id, NOON)).toMatchObject({ ok: true });
    expect((await listTasks(db, cora)).tasks).toEqual([]);
    expect(await takeOutOfCopy(db, cora, id, cora.id, NOON)).toEqual({ ok: false, why: "no_such_task" });
  });

  test("are added by a requester to their own task by address only, without revealing who exists", async ({ db }) => {
    const [ada, ria] = [await anAgent(db), await aRequester(db)];
    const [cora, zed] = [await aRequester(db, { name: "Cora Lee" }), await aRequester(db, { name: "Zed" })];
    await disableUser(db, zed);
    const { id } = await aTask(db, { requester: ria });
    const add = (text: string) => putInCopy(db, ria, id, text, NOON);
    expect(await add("Zed")).toEqual({ ok: false, why: "wrong", message: "Enter an email address.", meant: [] });
    const people = [cora.email ?? "", "new@example.org", zed.email ?? ""];
    for (const address of people) {
      expect(await add(address)).toEqual({ ok: true, names: [address], changeSetId: null });
      expect(await add(address)).toEqual({ ok: true, names: [address], changeSetId: null });
    }
    const shownTo = async (viewer: typeof ria) =>
      (await readTask(db, viewer, id, NOON))?.participants.map(({ name }) => name).sort();
    expect(await shownTo(ria)).toEqual([...people].sort());
    expect(JSON.stringify(await readTask(db, ria, id, NOON))).not.toMatch(/Cora Lee|Zed/);
    expect(await shownTo(ada)).toEqual(["Cora Lee", "Zed", "new"]);
    expect(await putInCopy(db, cora, id, "more@example.org", NOON)).toEqual({ ok: false, why: "not_allowed" });
    expect(await takeOutOfCopy(db, ria, id, cora.id, NOON)).toEqual({ ok: false, why: "not_allowed" });
    expect(await putInCopy(db, await aRequester(db), id, "x@example.org", NOON)).toEqual({
      ok: false,
      why: "no_such_task",
    });
    expect(await putInCopy(db, ria, id, ria.email ?? "", NOON)).toEqual({ ok: true, names: [], changeSetId: null });
  });

  test("are at most twenty, and a refused address creates no account", async ({ db }) => {
    const ada = await anAgent(db);
    const { id } = await aTask(db);
    const people = Array.from({ length: 20 }, (_, n) => `p${n}@example.org`);
    expect(await putInCopy(db, ada, id, people.join(","), NOON)).toMatchObject({ ok: true });
    const before = await db.selectFrom("user").select("id").execute();
    expect(await putInCopy(db, ada, id, "late@example.org", NOON)).toMatchObject({ ok: false, why: "wrong" });
    expect(await putInCopy(db, ada, id, "late@example.org, nobody knows", NOON)).toMatchObject({ ok: false });
    expect(await putInCopy(db, ada, id, "p3@example.org", NOON)).toMatchObject({ ok: true, names: [] });
    expect(await db.selectFrom("user").select("id").execute()).toEqual(before);
  });

  test("are refused alike near the limit, whether the address is known or not", async ({ db }) => {
    const [ada, ria, known] = [await anAgent(db), await aRequester(db), await aRequester(db)];
    const there = await aRequester(db);
    const askedWith = async (cc: string) => {
      const { id } = await aTask(db, { requester: ria });
      const others = Array.from({ length: 18 }, (_, n) => `p${n}@example.org`);
      await putInCopy(db, ada, id, [...others, there.email].join(","), NOON);
      const answer = await putInCopy(db, ria, id, cc, NOON);
      return answer.ok ? answer.names.length : answer.why;
    };
    const askedTwice = (cc: string) => askedWith(`${cc}, ${cc.toUpperCase()}`);
    expect(await askedTwice("new1@example.org")).toBe(await askedTwice(known.email ?? ""));
    const twoMore = (cc: string) => askedWith(`new2@example.org, ${cc}`);
    const answers = [
      await twoMore("new3@example.org"),
      await twoMore(known.email ?? ""),
      await twoMore(there.email ?? ""),
    ];
    expect(answers).toEqual(["wrong", "wrong", "wrong"]);
  });

  test("of a new task come from its Cc: all of them, or no task is created", async ({ db }) => {
    const ada = await anAgent(db);
    const task = { title: "t", body: "b", type: "task" } as const;
    const make = (cc: string) => createTask(db, ada, { ...task, cc, requestKey: aKey() }, NOON);
    expect(await make("a@example.org, nobody knows")).toMatchObject({ ok: false, errors: { cc: expect.anything() } });
    const made = await make("a@example.org, b@example.org");
    if (!made.ok) throw new Error("The task wasn't created.");
    expect(await names(db, made.id)).toEqual(["a", "b"]);
    expect(await db.selectFrom("task").select("id").execute()).toEqual([{ id: made.id }]);
  });
});

onEachDatabase("watching (domain B2, B6)", (test) => {
  test("is for agents: a person's own leaves no history, inviting a colleague does", async ({ db }) => {
    const [ada, bob] = [await anAgent(db, { name: "Ada" }), await anAgent(db, { name: "Bob" })];
    const { id, requester } = await aTask(db);
    expect(await setWatching(db, ada, id, true, NOON)).toBe(true);
    expect(await setWatching(db, requester, id, true, NOON)).toBe(false);
    expect(await versionOf(db, id)).toBe(1);
    expect(await inviteWatcher(db, ada, id, "bob", NOON)).toMatchObject({ ok: true, name: "Bob" });
    expect(await inviteWatcher(db, ada, id, "Bob", NOON)).toEqual({ ok: true, name: "Bob", changeSetId: null });
    expect(await inviteWatcher(db, ada, id, requester.email ?? "", NOON)).toMatchObject({ ok: false, why: "wrong" });
    expect(await inviteWatcher(db, requester, id, "Bob", NOON)).toEqual({ ok: false, why: "no_such_task" });
    const page = async () => {
      const task = await readTask(db, ada, id, NOON);
      return task?.as === "agent" ? task.watchers.map(({ name }) => name) : null;
    };
    expect(await page()).toEqual(["Ada", "Bob"]);
    expect(await history(db, id)).toEqual([{ field: "watchers", from: null, to: "Bob" }]);
    expect(await setWatching(db, ada, id, false, NOON)).toBe(true);
    expect(await page()).toEqual(["Bob"]);

    await db.deleteFrom("team_member").where("user_id", "=", bob.id).execute();
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", id).execute();
    expect(await page()).toEqual([]);
    expect(await inviteWatcher(db, ada, id, "Bob", NOON)).toMatchObject({
      message: "Bob has no access to this task. Choose someone else.",
    });
  });
});
