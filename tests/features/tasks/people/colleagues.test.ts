import { expect } from "vitest";
import { findSession } from "~/features/auth/session-queries.server";
import { listTasks } from "~/features/tasks/task-list.server";
import { readTask } from "~/features/tasks/task-read.server";
import { replyToTask } from "~/features/tasks/task-reply.server";
import type { Viewer } from "~/features/users/user-words";
import { onEachDatabase } from "../../../support/database";
import { aKey, aRequester, aTask, NOON } from "../../../support/factories";
import { cookieOf } from "../../../support/session";

onEachDatabase("domain B6: requests of colleagues", (test) => {
  test("are listed, read and answered where the organization shares them, apart from one's own", async ({ db }) => {
    const { id: organization } = await db
      .insertInto("organization")
      .values({ name: "Harbour", name_key: "harbour", created_at: NOON, updated_at: NOON })
      .returning("id")
      .executeTakeFirstOrThrow();
    const [otto, rita, mia] = [await aRequester(db, { name: "Otto" }), await aRequester(db), await aRequester(db)];
    const everybody = [otto, rita, mia].map(({ id }) => id);
    await db.updateTable("user").set({ organization_id: organization }).where("id", "in", everybody).execute();
    await db.updateTable("user").set({ org_manager: 1 }).where("id", "=", mia.id).execute();
    const theirs = await aTask(db, { requester: otto, title: "Crane" });
    const secret = await aTask(db, { requester: otto, title: "Raise" });
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", secret.id).execute();
    const own = await aTask(db, { requester: rita, title: "Lamp" });

    const seenBy = async (who: Viewer) => {
      const session = await findSession(db, (await cookieOf(db, who)).split("=")[1] ?? null, Date.now());
      const viewer = session?.viewer ?? who;
      const titles = async (whose?: "colleagues" | "all") =>
        (await listTasks(db, viewer, { filter: { whose } })).tasks.map(({ title }) => title);
      const page = await readTask(db, viewer, theirs.id, NOON);
      return { viewer, lists: [await titles(), await titles("colleagues"), await titles("all")], page };
    };
    const share = (sharing: "none" | "managers" | "members") =>
      db.updateTable("organization").set({ sharing }).execute();

    expect(await seenBy(rita)).toMatchObject({ lists: [["Lamp"], [], ["Lamp"]], page: null });
    await share("managers");
    expect(await seenBy(rita)).toMatchObject({ lists: [["Lamp"], [], ["Lamp"]], page: null });
    expect((await seenBy(mia)).lists).toEqual([[], ["Lamp", "Crane"], ["Lamp", "Crane"]]);
    await share("members");
    const { viewer, lists, page } = await seenBy(rita);
    expect(lists).toEqual([["Lamp"], ["Crane"], ["Lamp", "Crane"]]);
    expect(page).toMatchObject({ as: "requester", requestOf: { name: "Otto", inCopy: false } });
    expect(await readTask(db, viewer, secret.id, NOON)).toBeNull();
    expect(await readTask(db, viewer, own.id, NOON)).toMatchObject({ requestOf: null });
    expect(
      await replyToTask(db, viewer, theirs.id, { body: "It creaks.", requestKey: aKey(), anyway: true }, NOON + 1),
    ).toMatchObject({ ok: true });
  });
});
