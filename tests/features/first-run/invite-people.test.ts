import { expect } from "vitest";
import { findInvitation } from "~/features/auth/invitations.server";
import { invitePeople, readPeople } from "~/features/first-run/invite-people.server";
import { createTeam } from "~/features/teams/team-changes.server";
import { NEW_TEAM } from "~/features/teams/teams";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aRequester, NOON } from "../../support/factories";
import { aMailAddress } from "../../support/mail";

onEachDatabase("inviting people", (test) => {
  const TEN = Array.from({ length: 10 }, (_, n) => `Person ${n} <p${n}@acme.example>`).join("\n");

  test("creates all of them with a link each, in the chosen role and teams", async ({ db }) => {
    const root = await anAdmin(db);
    const team = await createTeam(db, root, { ...NEW_TEAM, name: "Network", requestKey: aKey() }, NOON);
    const teams = team.ok ? [team.id] : [];
    const made = await invitePeople(db, root, { people: TEN, role: "agent", teams, requestKey: aKey() }, NOON);
    if (!made.ok) throw new Error(made.why);
    expect(made.invited.map(({ name, email, sentTo }) => [name, email, sentTo]).slice(0, 2)).toEqual([
      ["Person 0", "p0@acme.example", null],
      ["Person 1", "p1@acme.example", null],
    ]);
    expect(made.invited).toHaveLength(10);
    expect(await findInvitation(db, made.invited[9]?.key ?? "", NOON)).toMatchObject({ email: "p9@acme.example" });
    const members = db.selectFrom("team_member").select("user_id").where("team_id", "in", teams);
    expect(await members.execute()).toHaveLength(10);
    const roles = db.selectFrom("user").select("role").where("email", "like", "p%@acme.example").distinct();
    expect(await roles.execute()).toEqual([{ role: "agent" }]);
  });

  test("reports what's wrong with each line, and then creates no one", async ({ db }) => {
    const root = await anAdmin(db);
    const people = "ana@acme.example; not an address, Bo <bo@>";
    const made = await invitePeople(db, root, { people, role: "agent", teams: [], requestKey: aKey() }, NOON);
    expect(made).toEqual({
      ...{ ok: false, why: "wrong" },
      errors: {
        people: [
          "“not an address” isn't an email address. Correct or remove it.",
          "“Bo <bo@>” isn't an email address. Correct or remove it.",
        ],
      },
    });
    expect(await db.selectFrom("user").select("id").execute()).toHaveLength(1);
    const none = { people: " ,\n", role: "agent" as const, teams: [], requestKey: aKey() };
    expect(await invitePeople(db, root, none, NOON)).toMatchObject({
      errors: { people: ["Enter at least one email address."] },
    });
    const team = { people: "ana@acme.example", role: "requester" as const, teams: [1], requestKey: aKey() };
    expect(await invitePeople(db, root, team, NOON)).toMatchObject({
      why: "wrong",
      errors: { teams: [expect.any(String)] },
    });
  });

  test("takes a name and an address without brackets", async ({ db }) => {
    const root = await anAdmin(db);
    const people = "Tom Reed tom.reed@acme.example\nann@acme.example";
    const made = await invitePeople(db, root, { people, role: "agent", teams: [], requestKey: aKey() }, NOON);
    expect(made.ok && made.invited.map(({ name, email }) => [name, email])).toEqual([
      ["Tom Reed", "tom.reed@acme.example"],
      ["ann", "ann@acme.example"],
    ]);
    const sentence = { people: "Please ask <ann@acme.example> or bo@acme.example", role: "agent" as const, teams: [] };
    expect(await invitePeople(db, root, { ...sentence, requestKey: aKey() }, NOON)).toMatchObject({ why: "wrong" });
  });

  test("reports people who have an account, and invites a person listed twice once", async ({ db }) => {
    const root = await anAdmin(db);
    await aRequester(db, { email: "here@acme.example" });
    const people = "new@acme.example, NEW@acme.example, here@acme.example";
    const made = await invitePeople(db, root, { people, role: "agent", teams: [], requestKey: aKey() }, NOON);
    expect(made).toMatchObject({ ok: true, already: ["here@acme.example"], twice: ["NEW@acme.example"] });
    expect(made.ok && made.invited.map(({ email }) => email)).toEqual(["new@acme.example"]);
    const again = { people: "here@acme.example", role: "agent" as const, teams: [], requestKey: aKey() };
    expect(await invitePeople(db, root, again, NOON)).toMatchObject({ why: "wrong" });
  });

  test("sent twice creates each person once, and the second answer has working links", async ({ db }) => {
    const root = await anAdmin(db);
    const form = { people: TEN, role: "agent" as const, teams: [], requestKey: aKey() };
    await invitePeople(db, root, form, NOON);
    const second = await invitePeople(db, root, form, NOON + 1);
    if (!second.ok) throw new Error(second.why);
    expect(second.invited).toHaveLength(10);
    expect(await findInvitation(db, second.invited[0]?.key ?? "", NOON + 2)).toMatchObject({
      email: "p0@acme.example",
    });
    expect(await db.selectFrom("user").select("id").execute()).toHaveLength(11);
  });

  test("adds an agent invited again to the chosen teams, and only reports one with another role", async ({ db }) => {
    const root = await anAdmin(db);
    const team = await createTeam(db, root, { ...NEW_TEAM, name: "Network", requestKey: aKey() }, NOON);
    const form = (people: string) => ({ people, role: "agent" as const, teams: [] as number[], requestKey: aKey() });
    const agent = await invitePeople(db, root, form("ana@acme.example"), NOON);
    await invitePeople(db, root, { ...form("bo@acme.example"), role: "requester" }, NOON);
    const both = { ...form("ana@acme.example, bo@acme.example"), teams: team.ok ? [team.id] : [] };
    const again = await invitePeople(db, root, both, NOON + 1);
    expect(again).toMatchObject({ ok: true, invited: [{ email: "ana@acme.example" }], already: ["bo@acme.example"] });
    const members = db.selectFrom("team_member").select("user_id").where("team_id", "in", both.teams);
    expect(await members.execute()).toEqual([{ user_id: agent.ok && agent.invited[0]?.id }]);
  });

  test("mails each link once if an address is set up, however often the form is sent", async ({ db }) => {
    const root = await anAdmin(db);
    await aMailAddress(db, { host: "desk.example.org" });
    const form = { people: "a@acme.example, b@acme.example", role: "agent" as const, teams: [], requestKey: aKey() };
    const first = await invitePeople(db, root, form, NOON);
    const second = await invitePeople(db, root, form, NOON + 1);
    expect(first).toMatchObject({ ok: true, invited: [{ sentTo: "a@acme.example" }, { sentTo: "b@acme.example" }] });
    expect(second).toMatchObject({ ok: true, invited: [{ sentTo: "a@acme.example", key: null }, { key: null }] });
    expect(await db.selectFrom("outgoing_mail").select("kind").execute()).toEqual([
      { kind: "invitation" },
      { kind: "invitation" },
    ]);
    expect(await findInvitation(db, (first.ok && first.invited[0]?.key) || "", NOON + 2)).not.toBeNull();
  });

  test("is for admins only, up to 100 people at a time", async ({ db }) => {
    const form = { people: "a@acme.example", role: "agent" as const, teams: [], requestKey: aKey() };
    for (const other of [await anAgent(db), await aRequester(db)]) {
      expect(await invitePeople(db, other, form, NOON)).toEqual({ ok: false, why: "not_allowed" });
    }
    expect(readPeople(`${"a@b.example, ".repeat(200)}`).errors).toEqual(["You can invite up to 100 people at a time."]);
  });
});
