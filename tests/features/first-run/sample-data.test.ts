import { expect } from "vitest";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { loadSamples, readSamples, removeSamples } from "~/features/first-run/sample/sample-data.server";
import { editPerson } from "~/features/users/user-changes.server";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";

onEachDatabase("sample data", (test) => {
  test("is loaded once, notifies no one, and is removed without a trace, even if edited", async ({ db }) => {
    const root = await anAdmin(db, { name: "Root" });
    const real = await aTask(db, { title: "A real task" });
    await db.deleteFrom("job").execute();
    expect(await loadSamples(db, root, NOON)).toEqual({ ok: true, tasks: 20 });
    expect(await loadSamples(db, root, NOON)).toEqual({ ok: false, why: "loaded_already" });
    expect(await readSamples(db)).toEqual({ tasks: 20, people: 9, replies: 0 });
    const tagged = await db.selectFrom("task_tag").select("task_id").where("tag", "=", "sample").execute();
    expect(tagged).toHaveLength(20);
    for (const table of ["job", "notification", "outgoing_mail", "delivery"] as const) {
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }

    const lea = await db.selectFrom("user").select("id").where("name", "=", "Léa Moreau").executeTakeFirstOrThrow();
    const was = { name: "Léa Moreau", email: null, role: "requester" as const };
    const mine = { ...was, name: "Renamed" };
    expect(await editPerson(db, root, lea.id, { was, mine }, NOON)).toEqual({ ok: true });
    await db.updateTable("task").set({ title: "Edited" }).where("requester_id", "=", lea.id).execute();

    expect(await removeSamples(db, root, false, NOON + 1)).toEqual({ ok: true, kept: [] });
    expect(await readSamples(db)).toBeNull();
    const left = db.selectFrom("task").select("id").where("put_away", "is", null);
    expect(await left.execute()).toEqual([{ id: real.id }]);
    expect(await db.selectFrom("user").select("id").orderBy("id").execute()).toHaveLength(2); // and the real requester
    expect(await loadSamples(db, root, NOON + 2)).toMatchObject({ ok: true });
  });

  test("asks before it removes real replies, and keeps people that real tasks name", async ({ db }) => {
    const root = await anAdmin(db);
    await loadSamples(db, root, NOON);
    const mateo = await db
      .selectFrom("user")
      .select(["id", "name", "email", "role"])
      .where("name", "=", "Mateo García")
      .executeTakeFirstOrThrow();
    const { id } = await aTask(db, { requester: mateo, title: "A real one of Mateo" });
    const sample = await db
      .selectFrom("task")
      .select("id")
      .where("title", "like", "VPN drops%")
      .executeTakeFirstOrThrow();
    const reply = { body: "A real reply", requestKey: aKey(), anyway: true } as const;
    expect(await replyToTask(db, root, sample.id, reply, NOON)).toMatchObject({ ok: true });

    expect(await removeSamples(db, root, false, NOON)).toEqual({ ok: false, why: "has_replies", replies: 1 });
    expect(await removeSamples(db, root, true, NOON)).toEqual({ ok: true, kept: ["Mateo García"] });
    const left = db.selectFrom("task").select("id").where("put_away", "is", null);
    expect(await left.execute()).toEqual([{ id }]);
  });

  test("is for admins", async ({ db }) => {
    for (const other of [await anAgent(db), await aRequester(db)]) {
      expect(await loadSamples(db, other, NOON)).toEqual({ ok: false, why: "not_allowed" });
      expect(await removeSamples(db, other, true, NOON)).toEqual({ ok: false, why: "not_allowed" });
    }
  });
});
