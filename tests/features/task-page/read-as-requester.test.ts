import { expect } from "vitest";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import { readAsRequester } from "~/features/task-page/read-as-requester.server";
import { readTask } from "~/features/task-page/task-read.server";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";

const NEWEST = { kind: "newest" } as const;

onEachDatabase("domain B6: a task viewed as its requester", (test) => {
  test("shows what the requester's own page has, without their private state", async ({ db }) => {
    const [ada, rita, otto] = [await anAgent(db), await aRequester(db, { name: "Rita" }), await aRequester(db)];
    const { id } = await aTask(db, { requester: rita, assignee: ada, tags: ["secret-tag"] });
    const reply = { body: "Which floor?", requestKey: aKey(), status: "waiting_requester", anyway: true } as const;
    await replyToTask(db, ada, id, reply, NOON + 1);
    await addNote(db, ada, id, { body: "Zebra note", requestKey: aKey() }, NOON + 2);
    await db.insertInto("participant").values({ task_id: id, user_id: otto.id, added_at: NOON }).execute();

    const hers = await readTask(db, rita, id, NOON + 3);
    const seen = await readAsRequester(db, ada, id, NOON + 3, NEWEST);
    const own = { own: expect.anything(), hasParked: false, muted: false };
    const marks = { newlySeen: null, opensAt: null, seen: "", readers: "" };
    expect(seen).toEqual({ name: "Rita", task: { ...hers, ...own, ...marks } });
    expect(JSON.stringify(seen)).not.toMatch(/Zebra|secret-tag/);
    expect(hers?.as).toBe("requester");
  });

  test("shows an agent's own request as a requester's, without drafts", async ({ db }) => {
    const [ada, jon] = [await anAgent(db, { name: "Ada" }), await anAgent(db, { name: "Jon" })];
    const { id } = await aTask(db, { requester: jon });
    const draft = { user_id: jon.id, task_id: id, kind: "reply", body: "Half a thought" } as const;
    const rest = { base_version: null, request_key: null, created_at: NOON, updated_at: NOON, deleted_at: null };
    await db
      .insertInto("draft")
      .values({ ...draft, ...rest })
      .execute();
    const seen = await readAsRequester(db, ada, id, NOON, NEWEST);
    expect(seen).toMatchObject({ name: "Jon", task: { as: "requester", own: { drafts: [] } } });
    expect(JSON.stringify(seen)).not.toContain("Half a thought");
  });

  test("is for agents with access only", async ({ db }) => {
    const [root, ada, rita, otto] = [await anAdmin(db), await anAgent(db), await aRequester(db), await aRequester(db)];
    const { id } = await aTask(db, { requester: rita });
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", id).execute();
    await db.deleteFrom("team_member").where("user_id", "=", ada.id).execute();
    for (const other of [ada, otto, rita]) expect(await readAsRequester(db, other, id, NOON, NEWEST)).toBeNull();
    expect(await readAsRequester(db, root, id, NOON, NEWEST)).toMatchObject({ task: { as: "requester" } });
    expect(await readAsRequester(db, root, 9_999, NOON, NEWEST)).toBeNull();
  });
});
