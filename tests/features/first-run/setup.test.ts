import { expect } from "vitest";
import type { Db } from "~/db/types";
import { hasOpenStep } from "~/features/first-run/first-run";
import { saveTypes } from "~/features/first-run/save-types.server";
import { changeSetup, readSetup, setupForHome } from "~/features/first-run/setup.server";
import { createTeamWithMembers } from "~/features/teams/team-changes.server";
import { NEW_TEAM } from "~/features/teams/teams";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aRequester, NOON } from "../../support/factories";

const HOST = "desk.acme.example:3000";

const statesOf = async (db: Db) => {
  const { steps } = await readSetup(db, HOST);
  return Object.fromEntries(steps.map(({ key, state }) => [key, state]));
};

onEachDatabase("the setup checklist", (test) => {
  test("derives from the data whether each step is done", async ({ db }) => {
    const root = await anAdmin(db);
    const open = { site: "open", people: "open", teams: "open", types: "open", email: "open", requester: "open" };
    expect(await statesOf(db)).toEqual(open);
    expect((await readSetup(db, HOST)).steps[0]?.href).toBe("/settings/sites/new?host=desk.acme.example&setup");
    expect((await readSetup(db, "localhost")).steps[0]?.href).toBe("/settings/sites/localhost/edit?setup");

    const ada = await anAgent(db);
    const rita = await aRequester(db);
    const team = { ...NEW_TEAM, name: "Network", requestKey: aKey(), members: [ada.id, rita.id] };
    expect(await createTeamWithMembers(db, root, team, NOON)).toMatchObject({ ok: true });
    const site = { host: "desk.acme.example", name: "Acme", colour: "", logo: null, version: 1, deleted_at: null };
    await db.insertInto("site").values(site).execute();
    expect(await statesOf(db)).toEqual({ ...open, site: "done", people: "done", teams: "done" });
    const members = db.selectFrom("team_member").innerJoin("team", "team.id", "team_id").select("user_id");
    expect(await members.where("team.name", "=", "Network").execute()).toEqual([{ user_id: ada.id }]);
  });

  test("can be skipped step by step, hidden and shown again, by admins", async ({ db }) => {
    const root = await anAdmin(db);
    for (const other of [await anAgent(db), await aRequester(db)]) {
      expect(await changeSetup(db, other, { hidden: true })).toEqual({ ok: false, why: "not_allowed" });
    }
    await changeSetup(db, root, { skip: "email" });
    expect(await statesOf(db)).toMatchObject({ email: "skipped" });
    await changeSetup(db, root, { resume: "email" });
    expect(await statesOf(db)).toMatchObject({ email: "open" });

    await changeSetup(db, root, { hidden: true });
    expect(await setupForHome(db, HOST)).toBeNull();
    await changeSetup(db, root, { hidden: false });
    expect(await setupForHome(db, HOST)).not.toBeNull();
    for (const step of ["site", "people", "teams", "types", "email", "requester"] as const) {
      await changeSetup(db, root, { skip: step });
    }
    const atEnd = await setupForHome(db, HOST);
    expect(atEnd && hasOpenStep(atEnd)).toBe(false);
  });

  test("renames and retires request types in one go, or none of them", async ({ db }) => {
    const root = await anAdmin(db);
    const type = (key: string) =>
      db.selectFrom("task_type").select(["name", "enabled"]).where("key", "=", key).executeTakeFirstOrThrow();
    const sent = new Map([
      ["incident", { name: "Something is broken", enabled: true }],
      ["question", { name: "Question", enabled: false }],
    ]);
    expect(await saveTypes(db, root, sent, NOON)).toEqual({ ok: true });
    expect(await type("incident")).toEqual({ name: "Something is broken", enabled: 1 });
    expect(await type("question")).toEqual({ name: "Question", enabled: 0 });
    expect(await statesOf(db)).toMatchObject({ types: "done" });

    const none = new Map([
      ["incident", { name: "Renamed", enabled: false }],
      ["request", { name: "Request", enabled: false }],
    ]);
    expect(await saveTypes(db, root, none, NOON)).toMatchObject({ ok: false, why: "wrong", key: "request" });
    expect(await type("incident")).toEqual({ name: "Something is broken", enabled: 1 });
    expect(await saveTypes(db, await anAgent(db), sent, NOON)).toEqual({ ok: false, why: "not_allowed" });
  });
});
