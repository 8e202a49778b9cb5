import { expect } from "vitest";
import type { Db } from "~/db/types";
import { explainTask } from "~/features/search/explain-task.server";
import { searchTasks } from "~/features/search/search-tasks.server";
import { readTask } from "~/features/task-page/task-read.server";
import { readCatalogue } from "~/features/tasks/catalogue.server";
import { changeTask } from "~/features/tasks/task-change.server";
import type { TaskFields } from "~/features/tasks/task-schema";
import { isAbsent } from "~/features/users/absence.server";
import { readAvailability, saveAvailability } from "~/features/users/availability.server";
import { saveDeskZone, timeStyleOf } from "~/features/users/preferences.server";
import type { Viewer } from "~/features/users/users";
import { learnDeskZone } from "~/lib/desk-zone.server";
import { onEachDatabase } from "../../support/database";
import { aCustomField, anAdmin, anAgent, aTask } from "../../support/factories";
import { aSearchableTask } from "../../support/search-desk";

const at = (viewer: Viewer, zone: string): Viewer => ({ ...viewer, preferences: JSON.stringify({ zone }) });

/** 25 November, 19:02 in Los Angeles. */
const EVENING = Date.parse("2026-11-26T03:02Z");

/** The ids of the tasks a viewer finds. Fails unless `explainTask` agrees on each of `ids`. */
async function finds(db: Db, viewer: Viewer, query: string, ids: readonly number[], now = EVENING) {
  const searched = await searchTasks(db, viewer, query, { now });
  if (!searched.ok) throw new Error(JSON.stringify(searched.error));
  const found = searched.tasks.map(({ id }) => id);
  for (const id of ids) {
    const explained = await explainTask(db, viewer, { task: String(id), text: query }, now);
    expect([query, id, explained.ok && explained.found]).toEqual([query, id, found.includes(id)]);
  }
  return found.sort((a, b) => a - b);
}

onEachDatabase("a calendar day (domain B2, B7)", (test) => {
  const change = (db: Db, viewer: Viewer, id: number, to: TaskFields, was: TaskFields = {}, now = EVENING) =>
    changeTask(db, viewer, id, { change: { ...to, version: 1 }, was }, now);

  test("is today, tomorrow or past by the viewer's calendar", async ({ db }) => {
    const ada = await anAgent(db);
    const days = ["2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27"];
    const ids: number[] = [];
    for (const due of days) {
      const { id } = await aTask(db);
      expect(await change(db, ada, id, { due })).toMatchObject({ ok: true });
      ids.push(id);
    }
    const [before, wed, thu, fri] = ids;
    const cases: [string, string, (number | undefined)[]][] = [
      ["America/Los_Angeles", "is:overdue", [before]],
      ["America/Los_Angeles", "due:today", [wed]],
      ["America/Los_Angeles", "due:tomorrow", [thu]],
      ["America/Los_Angeles", "due:yesterday", [before]],
      ["America/Los_Angeles", "due:<4h", [before]], // five hours of the evening are left
      ["America/Los_Angeles", "due:<5h", [before, wed]],
      ["America/Los_Angeles", "due:>1d", [thu, fri]],
      ["America/Los_Angeles", "due:2026-11-25", [wed]],
      ["UTC", "is:overdue", [before, wed]],
      ["UTC", "due:today", [thu]],
      ["Etc/GMT+12", "is:overdue", [before]],
      ["Etc/GMT+12", "due:today", [wed]],
      ["Pacific/Kiritimati", "is:overdue", [before, wed]],
      ["Pacific/Kiritimati", "due:today", [thu]],
      ["Pacific/Kiritimati", "due:this-week", [before, wed, thu, fri]],
    ];
    for (const [zone, query, found] of cases)
      expect([zone, query, await finds(db, at(ada, zone), query, ids)]).toEqual([zone, query, found]);
    expect(await finds(db, at(ada, "America/Los_Angeles"), "is:overdue", ids, Date.parse("2026-11-26T08:00Z"))).toEqual(
      [before, wed],
    );
  });

  test("of a snooze reads the same in every zone; its morning is in the zone where it was set", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db, { status: "on_hold" })];
    const here = at(ada, "America/Los_Angeles");
    const page = await readTask(db, here, id, EVENING);
    const choices = page?.as === "agent" ? page.snoozeChoices : [];
    expect(choices.map(({ value }) => value)).toEqual(["2026-11-26", "2026-11-28", "2026-11-30"]);
    expect(await change(db, here, id, { snooze: "2026-11-25" })).toMatchObject({ why: "wrong" });
    expect(await change(db, here, id, { snooze: "2026-11-26" }, { snooze: "" })).toMatchObject({ ok: true });
    const row = () => db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(await row()).toMatchObject({ snoozed_until: Date.parse("2026-11-26T16:00Z") });

    for (const zone of ["America/Los_Angeles", "Asia/Tokyo", "Pacific/Kiritimati", "Etc/GMT+12"]) {
      const there = at(ada, zone);
      expect(await readTask(db, there, id, EVENING)).toMatchObject({ snooze: "2026-11-26" });
      expect(await finds(db, there, "is:snoozed snooze:2026-11-26 snooze:<13h", [id])).toEqual([id]);
      expect(await finds(db, there, "snooze:<12h", [id])).toEqual([]);
      const same = await change(db, there, id, { snooze: "2026-11-26" }, { snooze: "2026-11-26" });
      expect(same).toMatchObject({ ok: true, changed: [] });
    }
    expect(await finds(db, here, "snooze:tomorrow", [id])).toEqual([id]);
    expect(await finds(db, at(ada, "Asia/Tokyo"), "snooze:today", [id])).toEqual([id]);
    await change(db, here, id, { status: "in_progress" }, { status: "on_hold", snooze: "2026-11-26" });
    expect(await row()).toMatchObject({ snoozed_until: null, snooze_day: null });
  });

  test("in a custom field follows the viewer's calendar, as does a time without a zone", async ({ db }) => {
    const ada = await anAgent(db);
    await aCustomField(db, { key: "expiry", kind: "date" });
    await aCustomField(db, { key: "visit", kind: "datetime" });
    const aDay = (day: string) =>
      aSearchableTask(db, { title: day, requester: ada.id, fields: { expiry: day, visit: `${day}T18:30` } });
    const [wed, thu] = [await aDay("2026-11-25"), await aDay("2026-11-26")];
    const here = at(ada, "America/Los_Angeles");
    expect(await finds(db, here, "field.expiry:today", [wed, thu])).toEqual([wed]);
    expect(await finds(db, here, "field.expiry:<today", [wed, thu])).toEqual([]);
    expect(await finds(db, here, "field.visit:today", [wed, thu])).toEqual([wed]);
    expect(await finds(db, ada, "field.expiry:today", [wed, thu])).toEqual([thu]);
    expect(await finds(db, ada, "field.expiry:<today field.visit:yesterday", [wed, thu])).toEqual([wed]);
  });

  test("of an absence, or for users without a time zone, follows the desk's zone", async ({ db }) => {
    const ada = await anAgent(db);
    const admin = await anAdmin(db);
    expect(await saveDeskZone(db, ada, "America/Los_Angeles", EVENING)).toBe(false);
    expect(await saveDeskZone(db, admin, "America/Los_Angeles", EVENING)).toBe(true);
    try {
      await readCatalogue(db);
      expect(timeStyleOf(ada).zone).toBe("America/Los_Angeles");
      expect(timeStyleOf(at(ada, "Asia/Tokyo")).zone).toBe("Asia/Tokyo");
      const away = { available: true, capacity: 20, absentFrom: "", absentUntil: "2026-11-25", substitute: "" };
      expect(await saveAvailability(db, ada, ada.id, away, EVENING)).toEqual({ ok: true });
      const row = await db.selectFrom("user").selectAll().where("id", "=", ada.id).executeTakeFirstOrThrow();
      const midnight = Date.parse("2026-11-26T08:00Z");
      expect([EVENING, midnight - 1, midnight].map((now) => isAbsent(row, now))).toEqual([true, true, false]);
      const { absence, fields } = (await readAvailability(db, ada.id, EVENING)) ?? {};
      expect(fields).toMatchObject({ absentFrom: "2026-11-25", absentUntil: "2026-11-25" });
      expect(absence).toMatchObject({ hasBegun: true });
    } finally {
      learnDeskZone("UTC");
    }
  });
});
