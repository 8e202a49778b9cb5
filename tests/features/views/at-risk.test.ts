import { expect } from "vitest";
import type { Db } from "~/db/types";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { countTasks, listTasks } from "~/features/task-list/task-list.server";
import { accessScopesOf } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/users";
import { listAtRisk } from "~/features/views/at-risk.server";
import { AT_RISK, AT_RISK_ROWS } from "~/features/views/home-groups";
import { parseListUrl } from "~/features/views/parse-list-url.server";
import { HOUR_MS, MINUTE_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { aKey, anAgent, aRequester, aTask, NOON } from "../../support/factories";
import { runClockJobs, storeCalendar, storePolicy } from "../service-levels/desk";

/** By now an urgent task's first response has breached, a high one's warns, and a normal one's runs. */
const NOW = NOON + 50 * MINUTE_MS;
const TARGETS = { urgent: { first: 30 }, high: { first: 60, resolution: 600 }, normal: { first: 240 } };

const withPolicy = async (db: Db, targets: Parameters<typeof storePolicy>[1]["targets"] = TARGETS) =>
  storePolicy(db, { calendar: await storeCalendar(db, { zone: "UTC", alwaysOpen: true }), targets });

async function aTeam(db: Db, members: readonly Viewer[], visibility: "open" | "members" = "open") {
  const row = { name: aKey(), is_default: 0, visibility } as const;
  const { id } = await db.insertInto("team").values(row).returning("id").executeTakeFirstOrThrow();
  for (const { id: user_id } of members) await db.insertInto("team_member").values({ team_id: id, user_id }).execute();
  return id;
}

/** Titles on the home page, after checking that the list it links to has the same tasks. */
async function atRisk(db: Db, viewer: Viewer, now = NOW) {
  const shown = await listAtRisk(db, viewer, await accessScopesOf(db, viewer), now);
  const { asked, address } = await parseListUrl(db, viewer, new URLSearchParams(AT_RISK), now);
  if (!asked.ok) throw new Error(asked.error.message);
  const listed = await listTasks(db, viewer, { ...asked, sort: address.sort, limit: AT_RISK_ROWS });
  expect(shown.map(({ id }) => id)).toEqual(listed.tasks.map(({ id }) => id));
  return { titles: shown.map(({ title }) => title), shown, count: await countTasks(db, viewer, asked, 100) };
}

onEachDatabase("tasks at risk on an agent's home page", (test) => {
  test("are the agent's and their teams' unassigned ones that warn or are breached, soonest first", async ({ db }) => {
    await withPolicy(db);
    const [ada, ben] = [await anAgent(db), await anAgent(db)];
    const [team, other] = [await aTeam(db, [ada]), await aTeam(db, [ben])];
    await aTask(db, { title: "Warns", priority: "high", team, assignee: ada });
    await aTask(db, { title: "Breached", priority: "urgent", team, assignee: ada });
    await aTask(db, { title: "Runs", priority: "normal", team, assignee: ada });
    await aTask(db, { title: "Free", priority: "urgent", team, at: NOON + MINUTE_MS });
    await aTask(db, { title: "Free elsewhere", priority: "urgent", team: other });
    await aTask(db, { title: "Ben's", priority: "urgent", team, assignee: ben });
    await aTask(db, { title: "No target", priority: "low", team, assignee: ada });
    await runClockJobs(db, NOW);
    const { titles, shown, count } = await atRisk(db, ada);
    expect(titles).toEqual(["Breached", "Free", "Warns"]);
    expect(shown.map(({ dueAt }) => dueAt)).toEqual([30, 31, 60].map((minutes) => NOON + minutes * MINUTE_MS));
    expect(count).toBe(3);
  });

  test("leave out those answered late, unless another clock is at risk", async ({ db }) => {
    await withPolicy(db, { urgent: { first: 30, resolution: 240 }, high: { first: 30, resolution: 70 } });
    const ada = await anAgent(db);
    const [calm, hot] = [
      await aTask(db, { title: "Calm", priority: "urgent", assignee: ada }),
      await aTask(db, { title: "Hot", priority: "high", assignee: ada }),
    ];
    await runClockJobs(db, NOW);
    for (const { id } of [calm, hot]) {
      await replyToTask(db, ada, id, { body: "Sorry.", requestKey: aKey(), status: "in_progress" }, NOW);
    }
    await runClockJobs(db, NOW);
    expect((await atRisk(db, ada)).titles).toEqual(["Hot"]); // its resolution warns
    await runClockJobs(db, NOON + 4 * HOUR_MS);
    expect((await atRisk(db, ada, NOON + 4 * HOUR_MS)).titles).toEqual(["Hot", "Calm"]);
    await db.updateTable("task").set({ open: 0, status: "resolved", resolved_at: NOW }).execute();
    expect((await atRisk(db, ada, NOON + 4 * HOUR_MS)).titles).toEqual([]);
  });

  test("are capped, and only those the agent may see", async ({ db }) => {
    await withPolicy(db);
    const [ada, ben, rita] = [await anAgent(db), await anAgent(db), await aRequester(db)];
    const team = await aTeam(db, [ada], "members");
    for (let n = 0; n < AT_RISK_ROWS + 2; n++) {
      await aTask(db, { title: `Task ${n}`, priority: "urgent", team, requester: rita, at: NOON + n });
    }
    const own = await aTask(db, { priority: "urgent", team, requester: ben, at: NOON - 1 });
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", own.id).execute();
    await runClockJobs(db, NOW);
    const hers = await atRisk(db, ada);
    expect(hers.titles.slice(1)).toEqual(["Task 0", "Task 1", "Task 2", "Task 3"]);
    expect(hers.count).toBe(AT_RISK_ROWS + 3);
    expect(await atRisk(db, ben)).toMatchObject({ titles: [], count: 0 }); // not even his own request
    await db.insertInto("team_member").values({ team_id: team, user_id: ben.id }).execute();
    expect((await atRisk(db, ben)).count).toBe(AT_RISK_ROWS + 3);
    await db.deleteFrom("team_member").where("user_id", "=", ada.id).execute();
    expect((await atRisk(db, ada)).titles).toEqual([]);
  });

  test("are none on a desk without service levels", async ({ db }) => {
    const ada = await anAgent(db);
    await aTask(db, { priority: "urgent", assignee: ada });
    expect((await atRisk(db, ada)).titles).toEqual([]);
  });
});
