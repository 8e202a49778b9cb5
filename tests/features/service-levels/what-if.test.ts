import { describe, expect, test as plain } from "vitest";
import type { Db } from "~/db/types";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { parseCalendar } from "~/features/service-levels/calendar-text";
import { NEW_CALENDAR } from "~/features/service-levels/calendars/calendars";
import { createCalendar } from "~/features/service-levels/calendars/calendars.server";
import { NEW_POLICY, type PolicyFields } from "~/features/service-levels/policies/policies";
import { readPolicy } from "~/features/service-levels/policies/policies.server";
import { createPolicy, policyTrial } from "~/features/service-levels/policies/policy-changes.server";
import { addTask, type ClockOutcome, emptyComparison, MOST_LISTED } from "~/features/service-levels/what-if/what-if";
import { tryChange } from "~/features/service-levels/what-if/what-if.server";
import { changeTask } from "~/features/tasks/task-change.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS, HOUR_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aTask, NOON } from "../../support/factories";
import { runClockJobs } from "./desk";

describe("service levels 2.13: a comparison", () => {
  const clock = (outcome: ClockOutcome["outcome"], more: Partial<ClockOutcome> = {}): ClockOutcome => ({
    ...{ metric: "first", order: 0, outcome, endedAt: outcome === "running" ? null : 100, ...more },
  });

  plain("counts clocks that ended or ran, and lists the first difference of each metric", () => {
    const comparison = emptyComparison();
    addTask(comparison, { id: 1, before: [clock("met")], after: [clock("breached")] }, 50);
    addTask(comparison, { id: 2, before: [clock("met")], after: [clock("met")] }, 50);
    addTask(comparison, { id: 3, before: [clock("running")], after: [clock("running")] }, 50);
    addTask(comparison, { id: 4, before: [], after: [] }, 50);
    const questions = [clock("met", { metric: "next" }), clock("met", { metric: "next", order: 1 })];
    const late = questions.map((one) => ({ ...one, outcome: "breached" as const }));
    addTask(comparison, { id: 5, before: questions, after: late }, 50);
    addTask(
      comparison,
      { id: 6, before: [clock("breached", { endedAt: 49 })], after: [clock("met", { endedAt: 49 })] },
      50,
    );
    expect(comparison).toEqual({
      ...{ tasks: 4, differing: 2 },
      attainment: {
        first: { before: { met: 2, decided: 2 }, after: { met: 1, decided: 2 } },
        next: { before: { met: 2, decided: 2 }, after: { met: 0, decided: 2 } },
        resolution: { before: { met: 0, decided: 0 }, after: { met: 0, decided: 0 } },
      },
      listed: [
        { id: 1, changes: [{ metric: "first", from: "met", to: "breached" }] },
        { id: 5, changes: [{ metric: "next", from: "met", to: "breached" }] },
      ],
    });
  });

  plain("lists fifty tasks at most, and counts all", () => {
    const comparison = emptyComparison();
    for (let id = 1; id <= 60; id++) addTask(comparison, { id, before: [clock("met")], after: [] }, 0);
    expect([comparison.differing, comparison.listed.length, MOST_LISTED]).toEqual([60, 50, 50]);
  });
});

async function theCalendar(db: Db, ada: Viewer): Promise<string> {
  const fields = { ...NEW_CALENDAR, name: "Always", zone: "UTC", alwaysOpen: true, requestKey: aKey() };
  const made = await createCalendar(db, ada, fields, NOON - 200 * DAY_MS);
  if (!made.ok) throw new Error(JSON.stringify(made));
  return String(made.id);
}

async function aPolicy(db: Db, ada: Viewer, fields: Partial<PolicyFields>, at = NOON - 200 * DAY_MS) {
  const made = await createPolicy(db, ada, { ...NEW_POLICY, name: "Standard", ...fields, requestKey: aKey() }, at);
  if (!made.ok) throw new Error(JSON.stringify(made));
  return made.id;
}

/** A task created some days ago, answered after `hours`. */
async function anAnsweredTask(db: Db, ada: Viewer, daysAgo: number, hours: number, title = "Printer") {
  const at = NOON - daysAgo * DAY_MS;
  const { id } = await aTask(db, { at, title });
  const sent = await replyToTask(db, ada, id, { body: `Hello ${id}.`, requestKey: aKey() }, at + hours * HOUR_MS);
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  return id;
}

async function tried(db: Db, viewer: Viewer, id: number | null, fields: PolicyFields) {
  const made = await policyTrial(db, viewer, id, fields, NOON);
  if (!made.ok) throw new Error(JSON.stringify(made));
  return tryChange(db, viewer, made.trial, NOON);
}

const everything = async (db: Db) =>
  Promise.all(
    (
      ["clock", "clock_fact", "clock_state", "event", "policy", "policy_version", "calendar_version", "job"] as const
    ).map((table) => db.selectFrom(table).selectAll().execute()),
  );

onEachDatabase("service levels 2.13: trying a change", (test) => {
  test("replays the last 90 days with other targets, and writes nothing", async ({ db }) => {
    const [root, ada] = [await anAdmin(db), await anAgent(db)];
    const id = await aPolicy(db, root, { calendar: await theCalendar(db, root), first_normal: "4h" });
    await anAnsweredTask(db, ada, 100, 1, "Long ago"); // its clock ended before
    const quick = await anAnsweredTask(db, ada, 20, 1, "Quick");
    const slow = await anAnsweredTask(db, ada, 10, 3, "Slow");
    await anAnsweredTask(db, ada, 5, 6, "Late");
    await runClockJobs(db, NOON);
    const before = await everything(db);
    const fields = (await readPolicy(db, id))?.fields as PolicyFields;
    expect(await tried(db, root, id, fields)).toMatchObject({ tasks: 3, differing: 0, listed: [] });

    const stricter = await tried(db, root, id, { ...fields, first_normal: "2h" });
    expect(stricter).toMatchObject({
      ...{ tasks: 3, differing: 1 },
      attainment: { first: { before: { met: 2, decided: 3 }, after: { met: 1, decided: 3 } } },
      listed: [{ id: slow, title: "Slow", changes: [{ metric: "first", from: "met", to: "breached" }] }],
    });
    const none = await tried(db, root, id, { ...fields, enabled: false });
    expect(none.listed.map(({ title, changes }) => [title, changes[0]?.to])).toEqual([
      ...[
        ["Late", "none"],
        ["Slow", "none"],
        ["Quick", "none"],
      ],
    ]);
    expect(none.listed.at(-1)?.id).toBe(quick);
    expect(await everything(db)).toEqual(before);
  });

  test("shows what a desk's first policy would have changed", async ({ db }) => {
    const [root, ada] = [await anAdmin(db), await anAgent(db)];
    const calendar = await theCalendar(db, root);
    await anAnsweredTask(db, ada, 20, 1, "Quick");
    const slow = await anAnsweredTask(db, ada, 10, 3, "Slow");
    const changed = await changeTask(
      db,
      ada,
      slow,
      { change: { priority: "urgent", version: 0 }, was: { priority: "normal" } },
      NOON - 9 * DAY_MS,
    );
    expect(changed).toMatchObject({ ok: true });
    const result = await tried(db, root, null, {
      ...{ ...NEW_POLICY, name: "First", calendar, first_normal: "2h", resolution_normal: "2h" },
      ...{ first_urgent: "2h", resolution_urgent: "2h", query: "type:incident" },
    });
    expect(result).toMatchObject({
      ...{ tasks: 2, differing: 2 },
      attainment: {
        first: { before: { met: 0, decided: 0 }, after: { met: 1, decided: 2 } },
        resolution: { before: { decided: 0 }, after: { met: 0, decided: 1 } },
      },
    });
    expect(result.listed[0]).toMatchObject({
      id: slow,
      title: "Slow",
      changes: [{ from: "none", to: "breached" }, {}],
    });
    expect(await db.selectFrom("clock_fact").select("task_id").execute()).toEqual([]);
  });

  test("selects other tasks for another query", async ({ db }) => {
    const [root, ada] = [await anAdmin(db), await anAgent(db)];
    const calendar = await theCalendar(db, root);
    await aPolicy(db, root, { name: "Gold", query: "tag:vip", calendar, first_normal: "2h" });
    const gold = (await db.selectFrom("policy").select("id").executeTakeFirstOrThrow()).id;
    await aPolicy(db, root, { name: "All", calendar, first_normal: "4h" });
    const slow = await anAnsweredTask(db, ada, 10, 3, "Slow");
    const fields = (await readPolicy(db, gold))?.fields as PolicyFields;
    expect(await tried(db, root, gold, { ...fields, query: "type:incident" })).toMatchObject({
      ...{ tasks: 1, differing: 1 },
      listed: [{ id: slow, changes: [{ metric: "first", from: "met", to: "breached" }] }],
    });
    expect(await tried(db, root, gold, { ...fields, query: "type:question" })).toMatchObject({ differing: 0 });
  });

  test("counts with a calendar's new hours", async ({ db }) => {
    const [root, ada] = [await anAdmin(db), await anAgent(db)];
    const calendar = await theCalendar(db, root);
    await aPolicy(db, root, { calendar, first_normal: "2h" });
    await anAnsweredTask(db, ada, 10, 3, "Slow");
    await runClockJobs(db, NOON);
    const closed = parseCalendar({ zone: "UTC", weekdays: ["00:00-01:00"], holidays: "", alwaysOpen: false });
    if (!closed.ok) throw new Error("not a calendar");
    const trial = { kind: "calendar", id: Number(calendar), calendar: closed.calendar } as const;
    expect(await tryChange(db, root, trial, NOON)).toMatchObject({
      attainment: { first: { before: { met: 0, decided: 1 }, after: { met: 1, decided: 1 } } },
    });
  });

  test("only shows tasks that the viewer may see", async ({ db }) => {
    const [root, ada, ben] = [await anAdmin(db), await anAgent(db), await anAgent(db)];
    const calendar = await theCalendar(db, root);
    const id = await aPolicy(db, root, { calendar, first_normal: "4h" });
    const secret = await anAnsweredTask(db, ada, 10, 3, "Secret");
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", secret).execute();
    const fields = (await readPolicy(db, id))?.fields as PolicyFields;
    const made = await policyTrial(db, root, id, { ...fields, first_normal: "2h" }, NOON);
    if (!made.ok) throw new Error("refused");
    await db.deleteFrom("team_member").where("user_id", "=", ben.id).execute();
    expect(await tryChange(db, ben, made.trial, NOON)).toMatchObject({ tasks: 0, listed: [] });
    expect(await tryChange(db, root, made.trial, NOON)).toMatchObject({ tasks: 1, listed: [{ id: secret }] });
  });

  test("stops when the request is aborted", async ({ db }) => {
    const [root, ada] = [await anAdmin(db), await anAgent(db)];
    const id = await aPolicy(db, root, { calendar: await theCalendar(db, root), first_normal: "4h" });
    await anAnsweredTask(db, ada, 10, 3);
    const fields = (await readPolicy(db, id))?.fields as PolicyFields;
    const made = await policyTrial(db, root, id, fields, NOON);
    if (!made.ok) throw new Error("refused");
    await expect(tryChange(db, root, made.trial, NOON, AbortSignal.abort())).rejects.toThrow();
  });
});
