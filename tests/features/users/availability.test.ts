import { expect } from "vitest";
import { suggestAssignees } from "~/features/people/suggest-assignees.server";
import { readTask } from "~/features/task-page/task-read.server";
import { listEligible } from "~/features/tasks/access.server";
import {
  type Availability,
  mayEditAvailability,
  readAvailability,
  saveAvailability,
} from "~/features/users/availability.server";
import { DAY_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";

const there: Availability = { available: true, capacity: 20, absentFrom: "", absentUntil: "", substitute: "" };

onEachDatabase("domain B5 and B6: availability for new tasks", (test) => {
  test("can be edited by the agent, a lead of one of their teams, and admins", async ({ db }) => {
    const [ada, bob, lead, root] = [await anAgent(db), await anAgent(db), await anAgent(db), await anAdmin(db)];
    const rita = await aRequester(db);
    const { id: team } = await db
      .insertInto("team")
      .values({ name: "T", is_default: 0 })
      .returning("id")
      .executeTakeFirstOrThrow();
    const members = [
      { user_id: ada.id, lead: 0 as const },
      { user_id: lead.id, lead: 1 as const },
    ].map((one) => ({
      team_id: team,
      ...one,
    }));
    await db.insertInto("team_member").values(members).execute();
    const may = await Promise.all([ada, bob, lead, root, rita].map((viewer) => mayEditAvailability(db, viewer, ada)));
    expect(may).toEqual([true, false, true, true, false]);
    expect(await mayEditAvailability(db, lead, bob)).toBe(false);
    expect([await mayEditAvailability(db, rita, rita), await mayEditAvailability(db, root, rita)]).toEqual([
      false,
      false,
    ]);
    expect(await saveAvailability(db, bob, ada.id, there, NOON)).toEqual({ ok: false, why: "not_allowed" });
    expect(await saveAvailability(db, lead, ada.id, { ...there, available: false, capacity: 3 }, NOON)).toEqual({
      ok: true,
    });
    expect((await readAvailability(db, ada.id, NOON))?.fields).toEqual({ ...there, available: false, capacity: 3 });
  });

  test("rejects half an absence, a past one, and a substitute who isn't eligible", async ({ db }) => {
    const ada = await anAgent(db, { name: "Ada" });
    await aRequester(db, { name: "Rita" });
    const save = (more: Partial<Availability>) => saveAvailability(db, ada, ada.id, { ...there, ...more }, NOON);
    const until = (sentence: string) => ({ ok: false, why: "wrong", errors: { absentUntil: sentence }, meant: [] });
    expect(await save({ absentFrom: "2026-03-05" })).toEqual(until("Enter the last day away, too."));
    expect(await save({ absentUntil: "2026-03-01" })).toEqual(
      until("That day has passed. Choose today or a later day."),
    );
    expect(await save({ absentFrom: "2026-03-06", absentUntil: "2026-03-05" })).toEqual(
      until("The absence ends before it starts. Choose a later day."),
    );
    expect(await save({ absentUntil: "2026-03-02", substitute: "Rita" })).toMatchObject({
      errors: { substitute: "Rita can't work on tasks. Choose an agent or admin." },
    });
    expect(await save({ absentUntil: "2026-03-02", substitute: "Ada" })).toMatchObject({
      errors: { substitute: "The person who's away can't be the substitute. Choose someone else." },
    });
    expect((await readAvailability(db, ada.id, NOON))?.absence).toBeNull();
  });

  test("shows an absence on the agent's tasks and in the assignee picker until it ends", async ({ db }) => {
    const [ada, grace] = [await anAgent(db, { name: "Ada" }), await anAgent(db, { name: "Grace" })];
    const { id } = await aTask(db, { assignee: ada });
    const away = { ...there, absentUntil: "2026-03-05", substitute: "Grace" };
    expect(await saveAvailability(db, ada, ada.id, away, NOON)).toEqual({ ok: true });
    const shown = async (at: number) => {
      const page = await readTask(db, grace, id, at);
      return page?.as === "agent" ? [page.away, page.assignable.map(({ name }) => name).join()] : null;
    };
    expect(await shown(NOON)).toEqual(["Away until 5 March. Covered by Grace.", "Ada (away),Grace"]);
    expect(await shown(NOON + 4 * DAY_MS)).toEqual([undefined, "Ada,Grace"]);
    expect((await suggestAssignees(db, grace, id, "ada", NOON))?.map(({ detail }) => detail)).toEqual([
      `away · ${ada.email}`,
    ]);
    const task = await db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect((await listEligible(db, task, NOON)).map(({ id }) => id)).toEqual([ada.id, grace.id]);
    expect((await readAvailability(db, ada.id, NOON))?.fields).toMatchObject({
      absentFrom: "2026-03-02",
      absentUntil: "2026-03-05",
    });
    expect((await readAvailability(db, ada.id, NOON + 4 * DAY_MS))?.fields).toEqual(there);
  });
});
