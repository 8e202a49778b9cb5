import { CompiledQuery } from "kysely";
import { expect } from "vitest";
import type { Db } from "~/db/types";
import type { BulkWanted } from "~/features/bulk/bulk";
import { startBulk } from "~/features/bulk/bulk-change.server";
import { undoBulk } from "~/features/bulk/undo-bulk.server";
import { sendHeldMessage, withdrawReply } from "~/features/conversation/sending/held-replies.server";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import { undoChange } from "~/features/history/undo-change.server";
import { doDueJobs } from "~/features/jobs/job-queue.server";
import { createTask } from "~/features/new-task/task-create.server";
import { markRead, sweepNotifications } from "~/features/notifications/changed-notifications.server";
import { hrefOf, inOneSentence } from "~/features/notifications/notification-list";
import {
  readNotificationSettings,
  saveNotificationSettings,
  setMuted,
} from "~/features/notifications/notification-settings.server";
import { countUnread, listNotifications, type NotificationGroup } from "~/features/notifications/notifications.server";
import { disableAccount } from "~/features/people-admin/disable-account.server";
import { mergeTasks } from "~/features/relations/merge.server";
import { answerSubTasks, resolveSubTasks } from "~/features/relations/reply-to-sub-tasks.server";
import { makeSubTask } from "~/features/relations/sub-tasks.server";
import { listTasks } from "~/features/task-list/task-list.server";
import { markListSeen, markSeen } from "~/features/task-list/unread.server";
import { readTask } from "~/features/task-page/task-read.server";
import { wakeTask } from "~/features/tasks/status/wake-task.server";
import { changeTask, takeTask } from "~/features/tasks/task-change.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import {
  aKey,
  anAdmin,
  anAgent,
  aRequester,
  aTask,
  disableUser,
  NOON,
  notifyOfNewTasks,
} from "../../support/factories";
import { listenToDrivers, type Statement } from "../../support/query-plans";

const LATER = NOON + 60_000;

/**
 * A task of Rita's in the team of Ada (assignee), Bob (watcher), Cleo and Dan (away), with Otto copied. Zoe is an agent
 * of another team, and Eve an unrelated requester. There are no notifications yet.
 */
async function aDesk(db: Db) {
  const agent = (name: string) => anAgent(db, { name });
  const agents = {
    ada: await agent("Ada"),
    bob: await agent("Bob"),
    cleo: await agent("Cleo"),
    dan: await agent("Dan"),
  };
  const people = {
    ...agents,
    zoe: await agent("Zoe"),
    rita: await aRequester(db, { name: "Rita" }),
    otto: await aRequester(db, { name: "Otto" }),
    eve: await aRequester(db, { name: "Eve" }),
  };
  const team = await aTeam(db, "Network", Object.values(agents));
  const other = await aTeam(db, "Staff", [people.zoe]);
  await away(db, people.dan, null);
  const { id } = await aTask(db, { requester: people.rita, assignee: people.ada, team });
  await db.insertInto("participant").values({ task_id: id, user_id: people.otto.id, added_at: NOON }).execute();
  await db.insertInto("watcher").values({ task_id: id, user_id: people.bob.id, added_at: NOON }).execute();
  await notifyOfNewTasks(db, NOON + DAY_MS);
  await db.deleteFrom("notification").execute();
  return { id, team, other, people };
}

type Desk = Awaited<ReturnType<typeof aDesk>>;
type Name = keyof Desk["people"];

async function aTeam(db: Db, name: string, members: readonly Viewer[]) {
  const { id } = await db.insertInto("team").values({ name, is_default: 0 }).returning("id").executeTakeFirstOrThrow();
  await db
    .insertInto("team_member")
    .values(members.map((member) => ({ team_id: id, user_id: member.id })))
    .execute();
  return id;
}

const away = (db: Db, { id }: Viewer, substitute: Viewer | null) =>
  db
    .updateTable("user")
    .set({ absent_from: NOON - DAY_MS / 2, absent_until: NOON + 8.5 * DAY_MS, substitute_id: substitute?.id ?? null })
    .where("id", "=", id)
    .execute();

const nobodyWorksOn = (db: Db, { id }: Desk) =>
  db.updateTable("task").set({ assignee_id: null }).where("id", "=", id).execute();

const words = (body = "Words.") => ({ body, requestKey: aKey(), anyway: true, status: "keep" as const });

async function change(db: Db, { id, people }: Desk, by: Name, fields: object, now = LATER) {
  const { version } = await db.selectFrom("task").select("version").where("id", "=", id).executeTakeFirstOrThrow();
  const changed = await changeTask(
    db,
    people[by],
    id,
    { change: { ...fields, version }, was: {}, confirmed: true, evenIfShutOut: true },
    now,
  );
  if (!changed.ok) throw new Error(JSON.stringify(changed));
  return changed;
}

const reply = (db: Db, { id, people }: Desk, by: Name, more: object = {}, now = LATER) =>
  replyToTask(db, people[by], id, { ...words(), ...more }, now);

const note = (db: Db, { id, people }: Desk, by: Name, body?: string) => addNote(db, people[by], id, words(body), LATER);

const passUntil = (db: Db, now: number) =>
  doDueJobs(db, { send_message: sendHeldMessage, wake_task: wakeTask }, now, (error) => {
    throw error;
  });

/** Each person's notifications by name, as kind and reason. */
async function notificationsByName(db: Db, { people }: Pick<Desk, "people">) {
  await notifyOfNewTasks(db, NOON + DAY_MS);
  const rows = await db.selectFrom("notification").select(["user_id", "kind", "reason"]).orderBy("id").execute();
  const byName: Record<string, string> = {};
  for (const { user_id, kind, reason } of rows) {
    const name = Object.entries(people).find(([, { id }]) => id === user_id)?.[0] ?? "unknown person";
    byName[name] = `${byName[name] ? `${byName[name]}, ` : ""}${kind} as ${reason}`;
  }
  return byName;
}

const everyOne = ({ newest, earlier }: NotificationGroup) => [newest, ...earlier];

type Case = [what: string, act: (db: Db, desk: Desk) => Promise<unknown>, expected: Partial<Record<Name, string>>];

const CASES: Case[] = [
  [
    "a new task in a team that assigns tasks manually",
    (db, { people, team }) => aTask(db, { requester: people.eve, team }),
    { ada: "new_task as team", bob: "new_task as team", cleo: "new_task as team" },
  ],
  [
    "a new task in a team, by the members' own settings",
    async (db, { people, team }) => {
      const choose = (who: Viewer, new_tasks: 0 | 1) =>
        db.updateTable("team_member").set({ new_tasks }).where("user_id", "=", who.id).execute();
      await choose(people.ada, 0);
      await choose(people.dan, 1);
      await aTask(db, { requester: people.eve, team });
    },
    { bob: "new_task as team", cleo: "new_task as team", dan: "new_task as team" },
  ],
  [
    "a new task in a team with a lead: only the lead and members who opted in",
    async (db, { people, team }) => {
      const member = (who: Viewer, fields: object) =>
        db.updateTable("team_member").set(fields).where("user_id", "=", who.id).execute();
      await member(people.ada, { lead: 1 });
      await member(people.bob, { new_tasks: 1 });
      await aTask(db, { requester: people.eve, team });
    },
    { ada: "new_task as team", bob: "new_task as team" },
  ],
  [
    "a new task in a team whose only lead is disabled: all members, as without a lead",
    async (db, { people, team }) => {
      await db.updateTable("team_member").set({ lead: 1 }).where("user_id", "=", people.ada.id).execute();
      await disableUser(db, people.ada);
      await aTask(db, { requester: people.eve, team });
    },
    { bob: "new_task as team", cleo: "new_task as team" },
  ],
  [
    "a new task that the team assigns automatically",
    async (db, { people, team }) => {
      await db.updateTable("team").set({ assignment: "rotate" }).where("id", "=", team).execute();
      await db.updateTable("team_member").set({ assigned_at: NOON }).where("user_id", "!=", people.cleo.id).execute();
      await aTask(db, { requester: people.eve, team });
    },
    { cleo: "assigned as assignee" },
  ],
  [
    "a task that an agent takes",
    (db, { id, people }) => takeTask(db, people.cleo, id, LATER, { from: people.ada.id }),
    {},
  ],
  [
    "an assignment",
    (db, desk) => change(db, desk, "bob", { assignee: desk.people.cleo.id }),
    { cleo: "assigned as assignee" },
  ],
  [
    "an assignment with a priority change, only once",
    (db, desk) => change(db, desk, "bob", { assignee: desk.people.cleo.id, priority: "urgent" }),
    { cleo: "assigned as assignee" },
  ],
  [
    "an undone change",
    async (db, desk) => {
      const { changeSetId } = await change(db, desk, "bob", { priority: "urgent" });
      await db.deleteFrom("notification").execute();
      await undoChange(db, desk.people.bob, { taskId: desk.id, changeSetId: changeSetId ?? 0 }, LATER + 1);
    },
    { ada: "changed as assignee" },
  ],
  [
    "a change of status and priority",
    (db, desk) => change(db, desk, "bob", { priority: "high", status: "on_hold" }),
    { ada: "changed as assignee" },
  ],
  [
    "changes of other fields",
    (db, desk) => change(db, desk, "bob", { title: "Another", tags: ["a"], due: "2026-05-05" }),
    {},
  ],
  [
    "a move to another team",
    (db, desk) => change(db, desk, "bob", { team: desk.other }),
    { ada: "changed as assignee", zoe: "new_task as team" },
  ],
  ["the assignee's own change", (db, desk) => change(db, desk, "ada", { priority: "high" }), {}],
  [
    "the requester's reply",
    (db, desk) => reply(db, desk, "rita"),
    { ada: "answered as assignee", otto: "public_answer as requester" },
  ],
  [
    "a reply by a person in copy",
    (db, desk) => reply(db, desk, "otto"),
    { ada: "answered as assignee", rita: "public_answer as requester" },
  ],
  [
    "a reply on an unassigned task",
    async (db, desk) => {
      await nobodyWorksOn(db, desk);
      await reply(db, desk, "rita");
    },
    { ada: "answered as team", bob: "answered as team", cleo: "answered as team", otto: "public_answer as requester" },
  ],
  [
    "a reply on a task whose assignee is away and has a substitute",
    async (db, desk) => {
      await away(db, desk.people.ada, desk.people.zoe);
      await reply(db, desk, "rita");
    },
    { zoe: "answered as substitute", otto: "public_answer as requester" },
  ],
  [
    "a reply on a task whose assignee is away without a substitute",
    async (db, desk) => {
      await away(db, desk.people.ada, null);
      await reply(db, desk, "rita");
    },
    { bob: "answered as team", cleo: "answered as team", otto: "public_answer as requester" },
  ],
  [
    "a reply on a task whose assignee and substitute are away",
    async (db, desk) => {
      await away(db, desk.people.ada, desk.people.dan);
      await reply(db, desk, "rita");
    },
    { bob: "answered as team", cleo: "answered as team", otto: "public_answer as requester" },
  ],
  [
    "a reply on a confidential task that the substitute can't access",
    async (db, desk) => {
      await away(db, desk.people.ada, desk.people.zoe);
      await db.updateTable("task").set({ confidential: 1 }).where("id", "=", desk.id).execute();
      await reply(db, desk, "rita");
    },
    { bob: "answered as team", cleo: "answered as team", otto: "public_answer as requester" },
  ],
  [
    "a reply on a task whose assignee is disabled",
    async (db, desk) => {
      await disableUser(db, desk.people.ada);
      await reply(db, desk, "rita");
    },
    { bob: "answered as team", cleo: "answered as team", otto: "public_answer as requester" },
  ],
  [
    "another agent's reply",
    (db, desk) => reply(db, desk, "cleo"),
    {
      ada: "agent_replied as assignee",
      bob: "agent_replied as watcher",
      rita: "public_answer as requester",
      otto: "public_answer as requester",
    },
  ],
  [
    "a reply that resolves the task",
    (db, desk) => reply(db, desk, "ada", { status: "resolved" }),
    { bob: "agent_replied as watcher", rita: "resolved as requester", otto: "public_answer as requester" },
  ],
  [
    "a task resolved without a reply",
    (db, desk) => change(db, desk, "ada", { status: "resolved" }),
    { rita: "resolved as requester" },
  ],
  ["a note", (db, desk) => note(db, desk, "cleo"), { ada: "note as assignee", bob: "note as watcher" }],
  [
    "a note that mentions the assignee, a watcher and a colleague",
    (db, desk) => note(db, desk, "cleo", "@Ada @Bob @Zoe look at this."),
    { ada: "mention as mention", bob: "mention as mention", zoe: "mention as mention" },
  ],
  [
    "a note on a muted task: mentions only",
    async (db, desk) => {
      const mute = ({ id }: Viewer) => db.insertInto("task_mute").values({ task_id: desk.id, user_id: id }).execute();
      await mute(desk.people.ada);
      await mute(desk.people.bob);
      await note(db, desk, "cleo", "@Bob look at this.");
    },
    { bob: "mention as mention" },
  ],
  [
    "the assignment of a muted task",
    async (db, desk) => {
      await db.insertInto("task_mute").values({ task_id: desk.id, user_id: desk.people.cleo.id }).execute();
      await change(db, desk, "bob", { assignee: desk.people.cleo.id });
    },
    { cleo: "assigned as assignee" },
  ],
  [
    "events turned off in settings, unless there is another reason",
    async (db, desk) => {
      const off = ({ id }: Viewer, kind: string) =>
        db.insertInto("notification_level").values({ user_id: id, kind, level: "off" }).execute();
      await off(desk.people.ada, "note");
      await off(desk.people.bob, "mention");
      await note(db, desk, "cleo", "@Bob look at this.");
    },
    { bob: "note as watcher" },
  ],
  [
    "the end of a snooze",
    async (db, desk) => {
      await change(db, desk, "ada", { status: "on_hold", snooze: "2026-03-05" });
      await passUntil(db, NOON + 5 * DAY_MS);
    },
    { ada: "snooze_ended as assignee" },
  ],
  [
    "the end of a snooze on an unassigned task",
    async (db, desk) => {
      await change(db, desk, "ada", { status: "on_hold", snooze: "2026-03-05" });
      await nobodyWorksOn(db, desk);
      await passUntil(db, NOON + 5 * DAY_MS);
    },
    { ada: "snooze_ended as team", bob: "snooze_ended as team", cleo: "snooze_ended as team" },
  ],
  [
    "a reply that is still held or was withdrawn",
    async (db, { id, people }) => {
      const held = async () => {
        const sent = await replyToTask(db, people.cleo, id, words("@Zoe, see."), LATER, { windowMs: 10_000 });
        return sent.ok && sent.held !== null ? sent.held : 0;
      };
      await withdrawReply(db, people.cleo, id, await held(), { body: "" }, LATER);
      await passUntil(db, LATER + 20_000);
      await held();
    },
    {},
  ],
  [
    "a held reply once it's sent",
    async (db, { id, people }) => {
      await replyToTask(db, people.cleo, id, words("@Zoe, see."), LATER, { windowMs: 10_000 });
      await passUntil(db, LATER + 20_000);
    },
    {
      ada: "agent_replied as assignee",
      bob: "agent_replied as watcher",
      rita: "public_answer as requester",
      otto: "public_answer as requester",
      zoe: "mention as mention",
    },
  ],
];

onEachDatabase("domain B9: notifications", (test) => {
  for (const [what, act, expected] of CASES) {
    test(`for ${what}`, async ({ db }) => {
      const desk = await aDesk(db);
      await act(db, desk);
      expect(await notificationsByName(db, desk)).toEqual(expected);
    });
  }

  test("for new tasks come a moment later, in one batch and once per task", async ({ db }) => {
    const desk = await aDesk(db);
    const { people, team } = desk;
    for (const requester of [people.eve, people.rita, people.eve]) await aTask(db, { requester, team });
    expect(await db.selectFrom("notification").select("id").execute()).toEqual([]);
    expect(await notifyOfNewTasks(db, NOON + DAY_MS)).toBe(1);
    const thrice = "new_task as team, new_task as team, new_task as team";
    expect(await notificationsByName(db, desk)).toEqual({ ada: thrice, bob: thrice, cleo: thrice });
    expect(await notifyOfNewTasks(db, NOON + DAY_MS)).toBe(0);
  });

  test("for new tasks of a large team are written in batches, so other writers get a turn", async ({ db }) => {
    const desk = await aDesk(db);
    const { people, team } = desk;
    const bob = await db.selectFrom("user").selectAll().where("id", "=", people.bob.id).executeTakeFirstOrThrow();
    const { id: _, ...like } = bob;
    const crowd = Array.from({ length: 700 }, (_, at) => ({ ...like, email_key: `member-${at}@example.org` }));
    const members = await db.insertInto("user").values(crowd).returning("id").execute();
    await db
      .insertInto("team_member")
      .values(members.map(({ id }) => ({ team_id: team, user_id: id, lead: 0 })))
      .execute();
    for (const requester of [people.eve, people.rita, people.eve, people.eve]) await aTask(db, { requester, team });
    expect(await notifyOfNewTasks(db, NOON + DAY_MS), "two batches of two tasks").toBe(2);
    const { told } = await db
      .selectFrom("notification")
      .select(({ fn }) => fn.countAll<number>().as("told"))
      .executeTakeFirstOrThrow();
    expect(Number(told)).toBe(4 * (700 + 3));
  });

  test("for a new task that failed before are written alone, those for the others together", async ({ db }) => {
    const desk = await aDesk(db);
    const { people, team } = desk;
    for (const requester of [people.eve, people.rita, people.eve]) await aTask(db, { requester, team });
    const jobs = await db.selectFrom("job").select("id").where("kind", "=", "tell_of_new_tasks").execute();
    await db
      .updateTable("job")
      .set({ attempts: 1 })
      .where("id", "=", jobs[1]?.id ?? 0)
      .execute();
    expect(await notifyOfNewTasks(db, NOON + DAY_MS)).toBe(2);
    const thrice = "new_task as team, new_task as team, new_task as team";
    expect(await notificationsByName(db, desk)).toEqual({ ada: thrice, bob: thrice, cleo: thrice });
  });

  test("for a new task skip people who saw it, acted on it or were already notified", async ({ db }) => {
    const desk = await aDesk(db);
    const { people, team } = desk;
    const { id } = await aTask(db, { requester: people.eve, team });
    await markSeen(db, people.bob, id, NOON + 1, NOON + 1);
    await takeTask(db, people.cleo, id, NOON + 1, { from: null });
    await change(db, { ...desk, id }, "bob", { assignee: people.ada.id });
    expect(await notificationsByName(db, desk)).toEqual({ ada: "assigned as assignee" });
    const { id: taken } = await aTask(db, { requester: people.eve, team });
    await db.deleteFrom("notification").execute();
    await takeTask(db, people.cleo, taken, NOON + 2, { from: null });
    expect(await notificationsByName(db, desk)).toEqual({ ada: "new_task as team", bob: "new_task as team" });
  });

  test("for new tasks skip one that went to spam and cover the others", async ({ db }) => {
    const desk = await aDesk(db);
    const { people, team } = desk;
    const gone = await aTask(db, { requester: people.eve, team });
    await aTask(db, { requester: people.eve, team });
    await db.updateTable("task").set({ put_away: "spam" }).where("id", "=", gone.id).execute();
    const one = "new_task as team";
    expect(await notificationsByName(db, desk)).toEqual({ ada: one, bob: one, cleo: one });
  });

  test("show a task's team only to people who work on it (B6)", async ({ db }) => {
    const desk = await aDesk(db);
    await reply(db, desk, "ada", {}, LATER);
    await reply(db, desk, "rita", {}, LATER + 1);
    const teams = async (who: Viewer) =>
      (await listNotifications(db, who)).groups.flatMap(everyOne).map(({ task }) => task?.team);
    expect(await teams(desk.people.ada)).toEqual(["Network"]);
    expect([await teams(desk.people.rita), await teams(desk.people.otto)]).toEqual([[null], [null, null]]);
  });

  test("stay unread in list and count until their task is seen or they are marked as read", async ({ db }) => {
    const desk = await aDesk(db);
    const { ada } = desk.people;
    const other = await aTask(db, { assignee: ada, at: LATER });
    await notifyOfNewTasks(db, NOON + DAY_MS);
    await note(db, desk, "cleo", "The **cable** is loose.");
    await reply(db, desk, "rita", {}, LATER + 1);
    const { groups } = await listNotifications(db, ada);
    expect(groups.map(({ earlierCount, unread }) => [earlierCount, unread])).toEqual([
      [1, true],
      [0, true],
    ]);
    expect(groups.flatMap(everyOne).map((one) => [inOneSentence(one), one.task?.id, one.excerpt, one.unread])).toEqual([
      ["Rita replied", desk.id, "Words.", true],
      ["Cleo added a note", desk.id, "The cable is loose.", true],
      [`${other.requester.name} assigned it to you`, other.id, "", true],
    ]);
    expect([await countUnread(db, ada), await countUnread(db, ada, desk.id)]).toEqual([3, 1]);

    const page = await readTask(db, ada, desk.id, LATER + 2);
    await markSeen(db, ada, desk.id, page?.newlySeen ?? 0, LATER + 2);
    expect(await countUnread(db, ada)).toBe(1);
    const left = await listNotifications(db, ada, { unreadOnly: true });
    expect(left.groups.map(({ newest }) => newest.task?.id)).toEqual([other.id]);
    await markRead(db, desk.people.bob, { until: LATER + 9 }, LATER + 9);
    expect(await countUnread(db, ada), "Bob marks only his own as read").toBe(1);
    await markRead(db, ada, { task: other.id, until: LATER - 1 }, LATER + 9);
    expect(await countUnread(db, ada), "newer notifications stay unread").toBe(1);
    await markRead(db, ada, { until: LATER + 9 }, LATER + 9);
    expect([await countUnread(db, ada), (await listNotifications(db, ada)).groups.length]).toEqual([0, 2]);
  });

  test("are read once the list with their task is marked as read", async ({ db }) => {
    const desk = await aDesk(db);
    const { ada } = desk.people;
    await note(db, desk, "cleo");
    await markListSeen(db, ada, (position, limit) => listTasks(db, ada, { position, limit }), LATER + 1);
    expect(await countUnread(db, ada)).toBe(0);
  });

  test("are counted from unread rows only and paged without sorting", async ({ db, engine }) => {
    if (engine !== "sqlite") return; // PostgreSQL prefers other plans for tables this small
    const ada = await anAgent(db);
    const plansOf = async (work: () => Promise<unknown>) => {
      const statements: Statement[] = [];
      const stop = listenToDrivers((statement) => statements.push(statement));
      await work();
      stop();
      const plans: string[] = [];
      for (const { sql, values } of statements.filter(({ sql }) => sql.includes("notification"))) {
        const { rows } = await db.executeQuery<{ detail: string }>(
          CompiledQuery.raw(`explain query plan ${sql}`, values.flat()),
        );
        plans.push(rows.map(({ detail }) => detail).join());
      }
      return plans;
    };
    const [count] = await plansOf(() => countUnread(db, ada));
    expect(count).toContain("notification_unread (user_id=?)"); // an index of unread rows only
    const [unread, read] = await plansOf(() => listNotifications(db, ada));
    expect([unread, read]).toEqual([
      expect.stringContaining("notification_unread (user_id=?)"),
      expect.stringContaining("notification_read (user_id=?)"),
    ]);
    expect(`${unread} ${read}`).not.toContain("TEMP B-TREE");
  });

  test("are grouped by task and paged both ways, with a limit on the earlier ones shown", async ({ db }) => {
    const desk = await aDesk(db);
    const { ada, rita } = desk.people;
    const ids = [desk.id];
    for (let n = 0; n < 4; n++) ids.push((await aTask(db, { requester: rita, assignee: ada, team: desk.team })).id);
    await notifyOfNewTasks(db, NOON + DAY_MS);
    await db.deleteFrom("notification").execute();
    const say = (at: number, n: number) =>
      replyToTask(db, rita, ids[at] ?? 0, words(`Words ${n}.`), LATER + Math.floor(n / 2));
    for (const [n, at] of [0, 1, 2, 3, 4, 0, 3, 3].entries()) await say(at, n);
    const texts = (page: Awaited<ReturnType<typeof listNotifications>>) =>
      page.groups.map((group) => everyOne(group).map(({ excerpt }) => Number(/\d/.exec(excerpt)?.[0])));
    const first = await listNotifications(db, ada, {}, 2);
    expect([texts(first), first.previous]).toEqual([
      [
        [7, 6, 3],
        [5, 0],
      ],
      null,
    ]);
    const second = await listNotifications(db, ada, { place: first.next && { before: first.next } }, 2);
    expect(texts(second)).toEqual([[4], [2]]);
    const back = await listNotifications(db, ada, { place: second.previous && { after: second.previous } }, 2);
    expect([texts(back), back.previous]).toEqual([texts(first), null]);

    // A newest notification that was read doesn't hide an older unread one of its task.
    await db
      .updateTable("notification")
      .set({ read_at: LATER })
      .where("at", "=", LATER + 3)
      .execute();
    const [lift] = (await listNotifications(db, ada, {}, 1)).groups;
    expect([lift?.unread, lift?.newest.unread, lift && everyOne(lift).length]).toEqual([true, false, 3]);
    expect(texts(await listNotifications(db, ada, { unreadOnly: true }))).toEqual([[5, 0], [4], [3], [2], [1]]);

    for (let n = 0; n < 12; n++) await say(1, 9);
    const [most] = (await listNotifications(db, ada, {}, 1)).groups;
    expect([most?.earlier.length, most?.earlierCount]).toEqual([10, 12]);
  });

  test("leave out tasks a person may no longer see, in list and count (B6)", async ({ db }) => {
    const desk = await aDesk(db);
    const { ada, bob, otto, rita } = desk.people;
    const root = await anAdmin(db);
    await db.insertInto("watcher").values({ task_id: desk.id, user_id: root.id, added_at: NOON }).execute();
    await reply(db, desk, "cleo");
    await note(db, desk, "cleo");
    const kindsFor = async (viewer: Viewer) => {
      const notifications = (await listNotifications(db, viewer)).groups.flatMap(everyOne);
      expect(await countUnread(db, viewer)).toBe(notifications.length);
      return notifications.map(({ kind }) => kind);
    };
    const all = async () => [
      await kindsFor(ada),
      await kindsFor(bob),
      await kindsFor(root),
      await kindsFor(rita),
      await kindsFor(otto),
    ];
    const inner = ["note", "agent_replied"];
    expect(await all()).toEqual([inner, inner, inner, ["public_answer"], ["public_answer"]]);

    await db.updateTable("team").set({ visibility: "members" }).where("id", "=", desk.team).execute();
    await db.deleteFrom("team_member").where("user_id", "=", bob.id).execute();
    await db.deleteFrom("participant").where("user_id", "=", otto.id).execute();
    expect(await all()).toEqual([inner, [], inner, ["public_answer"], []]);

    // A person with requester access only learns nothing of notes.
    await db.insertInto("participant").values({ task_id: desk.id, user_id: bob.id, added_at: NOON }).execute();
    expect(await kindsFor(bob)).toEqual([]);
    await reply(db, desk, "ada", {}, LATER + 1);
    expect(await kindsFor(bob)).toEqual(["public_answer"]);
  });

  test("point to the task that a message moved to in a merge", async ({ db }) => {
    const desk = await aDesk(db);
    const { ada, cleo } = desk.people;
    await note(db, desk, "cleo");
    const target = await aTask(db, { requester: desk.people.rita, team: desk.team });
    const version = async (id: number) =>
      (await db.selectFrom("task").select("version").where("id", "=", id).executeTakeFirstOrThrow()).version;
    const versions = { version: await version(desk.id), intoVersion: await version(target.id) };
    const merge = { source: desk.id, into: target.id, keepsRequester: true, ...versions };
    const merged = await mergeTasks(db, cleo, merge, LATER + 1);
    expect(merged.ok).toBe(true);
    const notifications = (await listNotifications(db, ada)).groups.flatMap(everyOne);
    expect(notifications.filter(({ kind }) => kind === "note").map(({ task }) => task?.id)).toEqual([target.id]);
  });

  test("follow settings, whose form changes only what was touched", async ({ db }) => {
    const desk = await aDesk(db);
    const { ada, rita } = desk.people;
    const choices = async () => {
      const { kinds, teams } = await readNotificationSettings(db, ada);
      const off = kinds.filter(({ level }) => level === "off").map(({ kind }) => kind);
      return [off, teams.filter(({ id }) => id === desk.team).map(({ name, on }) => `${name} ${on}`)];
    };
    const save = (kinds: [string, string, string][], teams: [number, boolean, boolean][]) =>
      saveNotificationSettings(
        db,
        ada,
        {
          kinds: new Map(kinds.map(([kind, was, level]) => [kind, { was, level }])),
          teams: new Map(teams.map(([id, was, on]) => [id, { was, on }])),
        },
        LATER,
      );
    expect(await choices()).toEqual([[], ["Network true"]]);
    await save([["note", "in_app", "off"]], [[desk.team, true, false]]);
    await save(
      [
        ["note", "in_app", "in_app"],
        ["mention", "email", "off"],
        ["assigned", "email", "nonsense"],
        ["nonsense", "email", "off"],
      ],
      [
        [desk.team, true, true],
        [desk.other, false, true],
      ],
    );
    expect(await choices()).toEqual([["mention", "note"], ["Network false"]]);
    await save([["note", "off", "in_app"]], [[desk.team, false, true]]);
    expect(await choices()).toEqual([["mention"], ["Network true"]]);
    const { kinds, teams, mail } = await readNotificationSettings(db, rita);
    expect([kinds.map(({ kind }) => kind), teams, mail]).toEqual([["resolved", "public_answer", "reminder"], [], null]);
  });

  test("skip a muted task, which only people who see it can mute", async ({ db }) => {
    const desk = await aDesk(db);
    const { ada, eve } = desk.people;
    expect([await setMuted(db, ada, desk.id, true), await setMuted(db, eve, desk.id, true)]).toEqual([true, false]);
    await note(db, desk, "cleo");
    expect(await notificationsByName(db, desk)).toEqual({ bob: "note as watcher" });
    await setMuted(db, ada, desk.id, false);
    await note(db, desk, "cleo", "Once more.");
    expect(await notificationsByName(db, desk)).toMatchObject({ ada: "note as assignee" });
  });

  test("come once for a bulk change, and once for its undo (rule 6)", async ({ db }) => {
    const desk = await aDesk(db);
    const { ada, bob, cleo, rita } = desk.people;
    const ids = [desk.id];
    for (let n = 0; n < 2; n++) ids.push((await aTask(db, { requester: rita, assignee: ada, team: desk.team })).id);
    await db.deleteFrom("notification").execute();
    const linesFor = async (who: Viewer) =>
      (await listNotifications(db, who)).groups
        .flatMap(everyOne)
        .map((one) => [inOneSentence(one), hrefOf(one), one.unread]);
    const bulk = (tasks: number[], wanted: BulkWanted, now: number) =>
      startBulk(db, cleo, { tasks: { ids: tasks }, wanted, back: "/tasks", requestKey: aKey() }, now);

    const assigned = await bulk(ids, { assignee: bob.id, priority: "high" }, LATER);
    expect(await linesFor(bob)).toEqual([["Cleo assigned you 3 tasks", "/tasks?assignee=me", true]]);
    expect([await countUnread(db, bob), await countUnread(db, cleo), await linesFor(ada)]).toEqual([1, 0, []]);
    await markSeen(db, bob, ids[2] ?? 0, LATER, LATER);
    expect(await countUnread(db, bob), "only one of the tasks was seen").toBe(1);
    if (assigned.ok) await undoBulk(db, cleo, assigned.id, LATER + 1);
    expect(await linesFor(ada)).toEqual([["Cleo assigned you 3 tasks", "/tasks?assignee=me", true]]);

    const text = { kind: "reply", body: "All is well.", windowMs: 10_000, origin: "http://desk" } as const;
    await bulk(ids, { text }, LATER + 2);
    expect(await linesFor(rita), "the reply isn't sent yet").toEqual([]);
    await passUntil(db, LATER + 20_000);
    expect(await linesFor(rita)).toEqual([["Cleo replied to 3 of your requests", "/tasks?status=any", true]]);

    await bulk([desk.id], { assignee: bob.id }, LATER + 30_000);
    expect((await linesFor(bob))[0]).toEqual(["Cleo assigned it to you", `/tasks/${desk.id}`, true]);
    await bulk(ids, { priority: "urgent", text: { ...text, body: "Soon." } }, LATER + 40_000);
    await passUntil(db, LATER + 60_000);
    expect((await linesFor(ada))[0], "one for both the change and the reply").toEqual([
      ...["Cleo changed 2 tasks", "/tasks?q=is:unread", true],
    ]);
    expect((await linesFor(ada)).length).toBe(3);

    const root = await anAdmin(db, { name: "Root" });
    await disableAccount(db, root, { id: ada.id, heir: bob.id }, LATER + 70_000);
    expect((await linesFor(bob))[0]).toEqual(["Root assigned you 2 tasks", "/tasks?assignee=me", true]);
  });

  test("come once for a reply to many sub-tasks, and once for resolving them", async ({ db }) => {
    const desk = await aDesk(db);
    const { ada, cleo, rita } = desk.people;
    const ids: number[] = [];
    for (let n = 0; n < 3; n++) {
      const { id } = await aTask(db, { requester: rita, assignee: ada, team: desk.team });
      await makeSubTask(db, cleo, id, desk.id, NOON);
      ids.push(id);
    }
    await db.deleteFrom("notification").execute();
    const sentencesFor = async (who: Viewer) =>
      (await listNotifications(db, who)).groups.flatMap(everyOne).map(inOneSentence);
    const answer = { body: "Power is back.", requestKey: aKey(), chosen: ids };
    await answerSubTasks(db, cleo, desk.id, answer, LATER, { windowMs: 10_000 });
    await passUntil(db, LATER + 20_000);
    expect(await sentencesFor(rita)).toEqual(["Cleo replied to 3 of your requests"]);
    expect(await sentencesFor(ada)).toEqual(["Cleo replied to 3 tasks"]);
    await resolveSubTasks(db, cleo, desk.id, ids, LATER + 30_000);
    expect(await sentencesFor(rita)).toEqual([
      "Cleo resolved 3 of your requests",
      "Cleo replied to 3 of your requests",
    ]);
  });

  test("are kept for 90 days", async ({ db }) => {
    const desk = await aDesk(db);
    await note(db, desk, "cleo");
    expect(await sweepNotifications(db, LATER + 90 * DAY_MS)).toBe(false);
    expect(await countUnread(db, desk.people.ada)).toBe(1);
    await sweepNotifications(db, LATER + 90 * DAY_MS + 1);
    expect(await notificationsByName(db, desk)).toEqual({});
  });

  test("for a new task go to its team, never to its creator", async ({ db }) => {
    const { people, team } = await aDesk(db);
    const task = { title: "Cable", body: "It is loose.", type: "incident", requestKey: aKey() } as const;
    await createTask(db, people.ada, { ...task, team, assignee: people.ada.id, requester: "Rita" }, LATER);
    expect(await notificationsByName(db, { people })).toEqual({ bob: "new_task as team", cleo: "new_task as team" });
  });
});
