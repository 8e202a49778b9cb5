import { expect } from "vitest";
import type { Db } from "~/db/types";
import { createTask } from "~/features/new-task/task-create.server";
import { readTask } from "~/features/task-page/task-read.server";
import { listTeams } from "~/features/tasks/team-and-requester.server";
import { archiveTeam, createTeam, editTeam } from "~/features/teams/team-changes.server";
import { addMember, removeMember, restoreMember, setLead } from "~/features/teams/team-members.server";
import { listAllTeams, readTeam } from "~/features/teams/team-read.server";
import { NEW_TEAM, TEAM_LIMITS, type TeamFields } from "~/features/teams/teams";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";

const network: TeamFields = { ...NEW_TEAM, name: "Network", description: "Cables and switches." };

async function aTeam(db: Db, admin: Viewer, more: Partial<TeamFields> = {}): Promise<number> {
  const made = await createTeam(db, admin, { ...network, ...more, requestKey: aKey() }, NOON);
  if (!made.ok) throw new Error(made.why);
  return made.id;
}

const edit = (db: Db, admin: Viewer, id: number, mine: Partial<TeamFields>, { was = network } = {}) =>
  editTeam(db, admin, id, { was, mine: { ...was, ...mine } }, NOON);

const namesOf = async (db: Db) =>
  (await listAllTeams(db)).map(
    ({ name, isDefault, archived }) => `${name}${isDefault ? "*" : ""}${archived ? "-" : ""}`,
  );

onEachDatabase("domain B5, B6 and B16: teams", (test) => {
  test("are created and changed by admins only, once per form", async ({ db }) => {
    const admin = await anAdmin(db);
    const form = { ...network, requestKey: aKey() };
    const [one, two] = [await createTeam(db, admin, form, NOON), await createTeam(db, admin, form, NOON)];
    expect(two).toEqual(one);
    expect(await createTeam(db, admin, { ...form, name: "NETWORK", requestKey: aKey() }, NOON)).toEqual({
      ok: false,
      why: "name_taken",
    });
    for (const stranger of [await anAgent(db), await aRequester(db)]) {
      expect(await createTeam(db, stranger, { ...form, requestKey: aKey() }, NOON)).toMatchObject({
        why: "not_allowed",
      });
      expect(await edit(db, stranger, 1, { name: "Mine" })).toMatchObject({ why: "not_allowed" });
      expect(await archiveTeam(db, stranger, 1, true, NOON)).toMatchObject({ why: "not_allowed" });
      expect(await addMember(db, stranger, 1, stranger.name, NOON)).toMatchObject({ why: "not_allowed" });
    }
    expect(await namesOf(db)).toEqual(["Service desk*", "Network"]);
    expect(await edit(db, admin, 9_999, {})).toEqual({ ok: false, why: "no_such_team" });
  });

  test("number at most a hundred, not counting archived ones", async ({ db }) => {
    const admin = await anAdmin(db);
    const rows = Array.from({ length: TEAM_LIMITS.teams - 1 }, (_, n) => ({
      name: `Team ${n}`,
      is_default: 0 as const,
    }));
    await db.insertInto("team").values(rows).execute();
    const full = { ok: false, why: "too_many" };
    expect(await createTeam(db, admin, { ...network, requestKey: aKey() }, NOON)).toEqual(full);
    const { id } = await db.selectFrom("team").select("id").where("name", "=", "Team 7").executeTakeFirstOrThrow();
    expect(await archiveTeam(db, admin, id, true, NOON)).toEqual({ ok: true });
    await aTeam(db, admin);
    expect(await archiveTeam(db, admin, id, false, NOON)).toEqual(full);
  });

  test("have exactly one default team, which can't be unset or archived", async ({ db }) => {
    const admin = await anAdmin(db);
    const id = await aTeam(db, admin);
    expect(await edit(db, admin, id, { isDefault: true })).toMatchObject({ ok: true });
    expect(await namesOf(db)).toEqual(["Network*", "Service desk"]);
    const was = { ...network, isDefault: true };
    expect(await edit(db, admin, id, { isDefault: false }, { was })).toEqual({ ok: false, why: "default_stays" });
    expect(await archiveTeam(db, admin, id, true, NOON)).toEqual({ ok: false, why: "default_stays" });
    const { id: task } = await aTask(db, { requester: await aRequester(db) });
    const { team_id } = await db.selectFrom("task").select("team_id").where("id", "=", task).executeTakeFirstOrThrow();
    expect(team_id).toBe(id);
  });

  test("keep both changes of two admins, but refuse a second change of the same field", async ({ db }) => {
    const admin = await anAdmin(db);
    const id = await aTeam(db, admin);
    await edit(db, admin, id, { reopenDays: 3 });
    expect(await edit(db, admin, id, { assignment: "rotate" })).toMatchObject({ ok: true });
    expect(await edit(db, admin, id, { reopenDays: 5 })).toMatchObject({
      ...{ ok: false, why: "conflict", fields: ["reopenDays"] },
      current: { assignment: "rotate", reopenDays: 3 },
    });
    expect((await readTeam(db, id))?.fields).toMatchObject({ assignment: "rotate", reopenDays: 3 });
    const log = await db.selectFrom("security_event").select(["kind", "details"]).orderBy("id").execute();
    expect(log.map(({ kind }) => kind)).toEqual(["team_created", "team_changed", "team_changed"]);
    expect(log.at(-1)?.details).toBe('{"Assignment of new tasks":"Manual → Round robin"}');
  });

  test("show requesters when to expect a first response, if an admin enables it", async ({ db }) => {
    const admin = await anAdmin(db);
    const id = await aTeam(db, admin);
    expect((await readTeam(db, id))?.fields.showsFirstAnswer).toBe(false);
    await edit(db, admin, id, { showsFirstAnswer: true });
    expect(await edit(db, admin, id, { reopenDays: 3 })).toMatchObject({ ok: true }); // with an older form
    expect((await readTeam(db, id))?.fields).toMatchObject({ showsFirstAnswer: true, reopenDays: 3 });
    const log = await db.selectFrom("security_event").select("details").orderBy("id").execute();
    expect(log[1]?.details).toBe('{"Show requesters when to expect a first response":"no → yes"}');
  });

  test("that become members-only report who loses access to their tasks", async ({ db }) => {
    const [admin, ada] = [await anAdmin(db), await anAgent(db, { name: "Ada" })];
    await anAgent(db, { name: "Grace" });
    const id = await aTeam(db, admin);
    await addMember(db, admin, id, "Ada", NOON);
    const task = await aTask(db, { team: id });
    const grace = {
      ...ada,
      ...(await db.selectFrom("user").select("id").where("name", "=", "Grace").executeTakeFirstOrThrow()),
    };
    const narrows = { visibility: "members" } as const;
    expect(await readTask(db, grace, task.id, NOON)).not.toBeNull();
    expect(await edit(db, admin, id, narrows)).toEqual({ ok: true, shutOut: { names: ["Grace"], count: 1 } });
    expect(await readTask(db, grace, task.id, NOON)).toBeNull();
    expect(await readTask(db, ada, task.id, NOON)).not.toBeNull();
  });

  test("have members and leads, and report what a removed member loses", async ({ db }) => {
    const [admin, ada] = [await anAdmin(db), await anAgent(db, { name: "Ada" })];
    await aRequester(db, { name: "Rita" });
    const id = await aTeam(db, admin, { visibility: "members" });
    expect(await addMember(db, admin, id, "Rita", NOON)).toMatchObject({
      why: "wrong",
      message: "Rita can't work on tasks. Choose an agent or admin.",
    });
    expect(await addMember(db, admin, id, "Ada", NOON)).toEqual({ ok: true, name: "Ada", isNew: true });
    expect(await addMember(db, admin, id, "Ada", NOON)).toEqual({ ok: true, name: "Ada", isNew: false });
    const about = { teamId: id, userId: ada.id };
    expect(await setLead(db, admin, { ...about, lead: true }, NOON)).toEqual({ ok: true, name: "Ada" });
    expect((await readTeam(db, id))?.members).toMatchObject([{ name: "Ada", lead: true }]);

    const [hers, others] = [await aTask(db, { team: id, assignee: ada }), await aTask(db, { team: id })];
    const removed = await removeMember(db, admin, about, NOON);
    expect(removed).toEqual({ ok: true, name: "Ada", lead: true, loses: "all" });
    expect(await removeMember(db, admin, about, NOON)).toEqual({ ok: false, why: "no_member" });
    expect(await readTask(db, ada, others.id, NOON)).toBeNull();
    expect((await readTask(db, ada, hers.id, NOON))?.as).toBe("agent"); // an assignee keeps the task
    expect(await restoreMember(db, ada, { ...about, lead: true }, NOON)).toMatchObject({ why: "not_allowed" });
    for (const _ of ["once", "pressed twice"])
      expect(await restoreMember(db, admin, { ...about, lead: true }, NOON)).toEqual({ ok: true, name: "Ada" });
    expect((await readTeam(db, id))?.members).toMatchObject([{ name: "Ada", lead: true }]);
    expect(await readTask(db, ada, others.id, NOON)).not.toBeNull();
    const rita = await db.selectFrom("user").select("id").where("name", "=", "Rita").executeTakeFirstOrThrow();
    const nobody = await restoreMember(db, admin, { teamId: id, userId: rita.id, lead: false }, NOON);
    expect(nobody).toEqual({ ok: false, why: "no_member" }); // a person who can't work on tasks can't join a team
  });

  test("that are archived keep their tasks, take no new ones, and are offered only on those tasks", async ({ db }) => {
    const [admin, ada] = [await anAdmin(db), await anAgent(db)];
    const id = await aTeam(db, admin);
    const task = await aTask(db, { team: id });
    expect(await archiveTeam(db, admin, id, true, NOON)).toEqual({ ok: true });
    expect((await listTeams(db)).map(({ name }) => name)).toEqual(["Service desk"]);
    const made = { title: "t", body: "b", type: "incident", team: id, requestKey: aKey() } as const;
    expect(await createTask(db, ada, made, NOON)).toMatchObject({
      errors: { team: ["Choose an option from the list."] },
    });
    const page = await readTask(db, ada, task.id, NOON);
    expect(page?.as === "agent" && page.teams.map(({ name }) => name)).toEqual(["Network", "Service desk"]);
    expect(await archiveTeam(db, admin, id, false, NOON)).toEqual({ ok: true });
    expect(await createTask(db, ada, made, NOON)).toMatchObject({ ok: true });
  });
});
