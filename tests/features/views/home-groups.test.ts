import { CompiledQuery } from "kysely";
import { expect, test } from "vitest";
import { engineOf } from "~/db/engine.server";
import type { Db } from "~/db/types";
import { addNote } from "~/features/conversation/task-reply.server";
import { idsIn, wholeList } from "~/features/task-list/task-list.server";
import { markSeen } from "~/features/task-list/unread.server";
import { accessScopesOf } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/users";
import { afterTaking, HOME_GROUPS } from "~/features/views/home-groups";
import { readHomeGroups } from "~/features/views/home-groups.server";
import { parseListUrl } from "~/features/views/parse-list-url.server";
import { DAY_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { aKey, anAgent, aTask, NOON } from "../../support/factories";

const NOW = NOON + DAY_MS;

async function aTeam(db: Db, name: string, members: readonly Viewer[]) {
  const { id } = await db.insertInto("team").values({ name, is_default: 0 }).returning("id").executeTakeFirstOrThrow();
  for (const { id: user_id } of members) await db.insertInto("team_member").values({ team_id: id, user_id }).execute();
  return id;
}

const becomes = (db: Db, id: number, fields: object) =>
  db.updateTable("task").set(fields).where("id", "=", id).execute();

async function groupsOf(db: Db, viewer: Viewer) {
  const groups = await readHomeGroups(db, viewer, await accessScopesOf(db, viewer), NOW);
  return Object.fromEntries(
    groups.map(({ key, tasks, count, elsewhere }) => [
      key,
      { titles: tasks.map(({ title }) => title), count, elsewhere },
    ]),
  );
}

onEachDatabase("the groups of an agent's home page", (test) => {
  test("find a team's unassigned tasks by an index, not among all open ones", async ({ db }) => {
    if (engineOf(db) !== "sqlite") return; // PostgreSQL's plan depends on the number of rows
    const ada = await anAgent(db, { name: "Ada" });
    const { asked } = await parseListUrl(db, ada, new URLSearchParams(HOME_GROUPS.unassigned.search), NOW);
    if (!asked.ok) throw new Error(asked.error.message);
    for (const sight of (await accessScopesOf(db, ada)).filter(({ works }) => works)) {
      const { sql, parameters } = idsIn(db, ada, asked, wholeList(asked, sight)).limit(100).compile();
      const plan = await db.executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]));
      expect(JSON.stringify(plan.rows)).toContain("COVERING INDEX task_by_team_and_assignee");
    }
  });

  test("separate tasks that need the agent, tasks that don't, and unassigned ones", async ({ db }) => {
    const [ada, ben] = [await anAgent(db, { name: "Ada" }), await anAgent(db, { name: "Ben" })];
    const team = await aTeam(db, "Network", [ada]);
    const other = await aTeam(db, "Staff", [ben]);
    const read = async (
      title: string,
      fields: object = {},
      status: "waiting_requester" | "on_hold" | "new" = "waiting_requester",
    ) => {
      const { id } = await aTask(db, { title, assignee: ada, team, status });
      await markSeen(db, ada, id, NOW, NOW);
      await becomes(db, id, { last_requester_at: null, ...fields });
      return id;
    };
    await read("New", {}, "new");
    await read("Answered", { last_requester_at: NOON, last_agent_at: NOON - 1 });
    await read("Late", { due_at: NOON - 3 * DAY_MS });
    const noted = await read("Noted");
    await read("Waits");
    await read("Held", {}, "on_hold");
    await read("Sleeps, and late", { due_at: NOON - 3 * DAY_MS, snoozed_until: NOW + DAY_MS }, "on_hold");
    await read("Slept", { snoozed_until: NOON, due_at: NOON - DAY_MS }, "on_hold");
    await addNote(db, ben, noted, { body: "Look.", requestKey: aKey(), anyway: true }, NOW + 1);
    await aTask(db, { title: "Free", team });
    await aTask(db, { title: "Free elsewhere", team: other });
    await aTask(db, { title: "Ben's", team, assignee: ben });
    const done = await read("Done");
    await becomes(db, done, { status: "resolved", open: 0, resolved_at: NOON });

    const groups = await groupsOf(db, ada);
    expect(groups.waiting?.titles.toSorted()).toEqual(["Answered", "Late", "New", "Noted", "Slept"]);
    expect(groups.waiting?.titles.slice(0, 2)).toEqual(["Late", "Slept"]); // sorted by attention
    expect(groups.others?.titles.toSorted()).toEqual(["Held", "Sleeps, and late", "Waits"]);
    expect(groups.unassigned).toEqual({ titles: ["Free"], count: 1, elsewhere: false });
    expect(groups.waiting?.count).toBe(5);
  });

  test("show a few tasks, count up to a cap, and say when the only unassigned ones are elsewhere", async ({ db }) => {
    const [ada, ben] = [await anAgent(db), await anAgent(db)];
    const mine = await aTeam(db, "Network", [ada]);
    const theirs = await aTeam(db, "Staff", [ben]);
    expect((await groupsOf(db, ada)).unassigned).toEqual({ titles: [], count: 0, elsewhere: false });
    const { id } = await aTask(db, { title: "Free", team: theirs });
    expect((await groupsOf(db, ada)).unassigned).toEqual({ titles: [], count: 0, elsewhere: true });
    const { id: _, ...like } = await db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const many = Array.from({ length: 120 }, (_, at) => ({
      ...like,
      team_id: mine,
      title: `F${at}`,
    }));
    await db.insertInto("task").values(many).execute();
    const { unassigned } = await groupsOf(db, ada);
    expect(unassigned?.titles).toHaveLength(7);
    expect(unassigned?.count).toBe(100);
  });
});

test("a task being taken moves from the unassigned group to the top of the waiting one", () => {
  const groups = [
    { key: "waiting", tasks: [{ id: 1 }], count: 1 },
    { key: "others", tasks: [], count: 0 },
    { key: "unassigned", tasks: [{ id: 2 }, { id: 3 }], count: 9 },
  ] as const;
  const mutable = groups.map((group) => ({ ...group, tasks: [...group.tasks] }));
  expect(afterTaking(mutable, 3)).toEqual([
    { key: "waiting", tasks: [{ id: 3 }, { id: 1 }], count: 2 },
    { key: "others", tasks: [], count: 0 },
    { key: "unassigned", tasks: [{ id: 2 }], count: 8 },
  ]);
  expect(afterTaking(mutable, Number.NaN)).toEqual(mutable);
});
