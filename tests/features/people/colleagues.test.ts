import { expect } from "vitest";
import { findSession } from "~/features/auth/session-queries.server";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { visibleChanges } from "~/features/live/live.server";
import { countUnread } from "~/features/notifications/notifications.server";
import { findForPalette } from "~/features/search/palette-results.server";
import { listViewed } from "~/features/task-list/listed-tasks.server";
import { countTasks, listTasks } from "~/features/task-list/task-list.server";
import { markSeen } from "~/features/task-list/unread.server";
import { readTask } from "~/features/task-page/task-read.server";
import { accessScopesOf } from "~/features/tasks/task-policy.server";
import { policyTasks } from "~/features/tasks/task-policy-data.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { aKey, anAgent, aRequester, aTask, NOON } from "../../support/factories";
import { cookieOf } from "../../support/session";
import { findTaskIds } from "../users/people";

onEachDatabase("domain B6: colleagues' requests", (test) => {
  test("are listed separately, read and answered where the organization shares them", async ({ db }) => {
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
    const details = async (words: string) =>
      (await findForPalette(db, viewer, words, [], NOON)).map(({ detail }) => detail);
    expect(await details("crane")).toEqual(["Otto's request · Received"]);
    expect(await details("lamp")).toEqual(["Received"]);
    expect(lists).toEqual([["Lamp"], ["Crane"], ["Lamp", "Crane"]]);
    expect(page).toMatchObject({ as: "requester", requestOf: { name: "Otto", inCopy: false } });
    expect(await readTask(db, viewer, secret.id, NOON)).toBeNull();
    expect(await readTask(db, viewer, own.id, NOON)).toMatchObject({ requestOf: null });
    expect(
      await replyToTask(db, viewer, theirs.id, { body: "It creaks.", requestKey: aKey(), anyway: true }, NOON + 1),
    ).toMatchObject({ ok: true });
  });

  test("disappear for a colleague when their team becomes members-only, or they move to such a team", async ({
    db,
  }) => {
    const { id: organization } = await db
      .insertInto("organization")
      .values({ name: "Harbour", name_key: "harbour", sharing: "members", created_at: NOON, updated_at: NOON })
      .returning("id")
      .executeTakeFirstOrThrow();
    const [otto, rita] = [await aRequester(db, { name: "Otto" }), await aRequester(db)];
    await db.updateTable("user").set({ organization_id: organization }).where("id", "in", [otto.id, rita.id]).execute();
    const [repairs, staff] = await db
      .insertInto("team")
      .values([
        { name: "Repairs", is_default: 0, visibility: "open" },
        { name: "Staff", is_default: 0, visibility: "members" },
      ])
      .returning("id")
      .execute();
    const task = await aTask(db, { requester: otto, title: "Parental leave" });
    const inTeam = (team: { id: number } | undefined) =>
      db
        .updateTable("task")
        .set({ team_id: team?.id ?? 0 })
        .where("id", "=", task.id)
        .execute();
    const colleague: Viewer = { ...rita, sharedOrganizationId: organization };
    await markSeen(db, colleague, task.id, NOON, NOON);
    const at = { kind: "public_answer", reason: "requester", inner_only: 0, details: "", at: NOON } as const;
    await db
      .insertInto("notification")
      .values({ ...at, user_id: rita.id, task_id: task.id })
      .execute();

    const seen = async () => ({
      list: (await listTasks(db, colleague, { filter: { whose: "all" } })).tasks.length,
      count: await countTasks(db, colleague, { filter: { whose: "all" } }, 10),
      found: (await findTaskIds(db, colleague, "parental")).length,
      page: (await readTask(db, colleague, task.id, NOON)) !== null,
      recent: (await listViewed(db, colleague, await accessScopesOf(db, colleague), 10)).length,
      unread: await countUnread(db, colleague),
      news: visibleChanges(
        colleague,
        { taskId: task.id, said: [{ id: 1, taskId: task.id, actorId: otto.id, said: true, shown: true }], changed: [] },
        (await policyTasks(db, [task.id])).get(task.id),
      ).length,
    });
    const all = { list: 1, count: 1, found: 1, page: true, recent: 1, unread: 1, news: 1 };
    const nothing = { list: 0, count: 0, found: 0, page: false, recent: 0, unread: 0, news: 0 };
    await inTeam(repairs);
    expect(await seen()).toEqual(all);
    await inTeam(staff);
    expect(await seen()).toEqual(nothing);
    await inTeam(repairs);
    await db.updateTable("team").set({ visibility: "members" }).where("name", "=", "Repairs").execute();
    expect(await seen()).toEqual(nothing);
    // An agent of the same organization sees no more of it than any colleague.
    const agent: Viewer = { ...(await anAgent(db)), sharedOrganizationId: organization };
    expect((await listTasks(db, agent, { filter: {} })).tasks).toEqual([]);
    expect(await readTask(db, agent, task.id, NOON)).toBeNull();
    expect(await readTask(db, otto, task.id, NOON)).not.toBeNull();
  });
});
