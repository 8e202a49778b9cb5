import { expect } from "vitest";
import type { Db } from "~/db/types";
import { CalendarForm, NewCalendarForm } from "~/features/service-levels/calendars/calendar-schema";
import { type CalendarFields, NEW_CALENDAR } from "~/features/service-levels/calendars/calendars";
import {
  createCalendar,
  deleteCalendar,
  editCalendar,
  listCalendars,
  readCalendar,
  restoreCalendar,
} from "~/features/service-levels/calendars/calendars.server";
import { NEW_POLICY } from "~/features/service-levels/policies/policies";
import { changePolicy, createPolicy } from "~/features/service-levels/policies/policy-changes.server";
import type { Viewer } from "~/features/users/users";
import { parseForm } from "~/http/form.server";
import { DAY_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, NOON } from "../../support/factories";

const office: CalendarFields = { ...NEW_CALENDAR, name: "Office", zone: "Europe/Berlin" };

async function aCalendar(db: Db, viewer: Viewer, more: Partial<CalendarFields> = {}, now = NOON) {
  const made = await createCalendar(db, viewer, { ...office, ...more, requestKey: aKey() }, now);
  if (!made.ok) throw new Error(JSON.stringify(made));
  return made.id;
}

const versions = (db: Db, id: number) =>
  db
    .selectFrom("calendar_version")
    .select(["saved_at", "saved_by", "definition"])
    .where("calendar_id", "=", id)
    .orderBy("id")
    .execute();

const logged = async (db: Db) =>
  (await db.selectFrom("security_event").select(["kind", "details"]).orderBy("id").execute()).map(
    ({ kind, details }) => `${kind} ${details}`,
  );

const names = async (db: Db) => (await listCalendars(db)).map(({ fields }) => fields.name);

onEachDatabase("service levels 1 and 2.1: calendars", (test) => {
  test("are added once per form, with a unique name", async ({ db }) => {
    const ada = await anAdmin(db);
    const form = { ...office, requestKey: aKey() };
    const made = await createCalendar(db, ada, form, NOON);
    expect(await createCalendar(db, ada, form, NOON)).toEqual(made);
    expect(await createCalendar(db, ada, { ...office, name: "ÓFFICE", requestKey: aKey() }, NOON)).toEqual({
      ok: false,
      why: "wrong",
      errors: { name: ["Another calendar already has this name. Choose a different one."] },
    });
    await aCalendar(db, ada, { name: "Night shift", alwaysOpen: true });
    expect(await names(db)).toEqual(["Night shift", "Office"]);
    expect(await readCalendar(db, made.ok ? made.id : 0)).toEqual({ id: made.ok ? made.id : 0, fields: office });
    expect(await logged(db)).toEqual(['calendar_created {"Name":"Office"}', 'calendar_created {"Name":"Night shift"}']);
  });

  test("stop at fifty", async ({ db }) => {
    const ada = await anAdmin(db);
    for (let n = 0; n < 50; n++) await aCalendar(db, ada, { name: `Calendar ${n}` });
    expect(await createCalendar(db, ada, { ...office, requestKey: aKey() }, NOON)).toMatchObject({
      errors: { name: ["You've reached the limit of 50 calendars. Delete an unused calendar first."] },
    });
  });

  test("keep a version for each change of hours, and none for a new name", async ({ db }) => {
    const ada = await anAdmin(db);
    const id = await aCalendar(db, ada);
    const edit = (mine: Partial<CalendarFields>, was: Partial<CalendarFields>, at: number) =>
      editCalendar(db, ada, id, { was: { ...office, ...was }, mine: { ...office, ...was, ...mine } }, at);
    expect(await edit({ name: "Desk" }, {}, NOON + 1)).toEqual({ ok: true });
    expect(await versions(db, id)).toHaveLength(1);
    expect(await edit({ saturday: "10:00-12:00" }, { name: "Desk" }, NOON + 5)).toEqual({ ok: true });
    // The server's clock was set back, but a version never precedes the last.
    const saturday = { name: "Desk", saturday: "10:00-12:00" };
    expect(await edit({ holidays: "12-25 Christmas" }, saturday, NOON - DAY_MS)).toEqual({ ok: true });
    expect((await versions(db, id)).map(({ saved_at, saved_by }) => [saved_at, saved_by])).toEqual([
      [NOON, ada.id],
      [NOON + 5, ada.id],
      [NOON + 6, ada.id],
    ]);
    expect((await readCalendar(db, id))?.fields).toMatchObject({ ...saturday, holidays: "12-25 Christmas" });
    expect((await logged(db)).slice(1)).toEqual([
      'calendar_changed {"Of":"Office","Name":"Office → Desk"}',
      'calendar_changed {"Of":"Desk","Saturday":"closed → 10:00-12:00"}',
      'calendar_changed {"Of":"Desk","Holidays":"0 holidays → 1 holiday"}',
    ]);
  });

  test("are merged with others' changes, field by field", async ({ db }) => {
    const ada = await anAdmin(db);
    const id = await aCalendar(db, ada);
    const edit = (mine: Partial<CalendarFields>) =>
      editCalendar(db, ada, id, { was: office, mine: { ...office, ...mine } }, NOON);
    expect(await edit({ monday: "08:00-12:00" })).toEqual({ ok: true });
    expect(await edit({ tuesday: "08:00-12:00" })).toEqual({ ok: true });
    expect(await edit({ monday: "10:00-12:00", friday: "" })).toMatchObject({
      ...{ ok: false, why: "conflict", fields: ["monday"], current: { monday: "08:00-12:00", friday: "09:00-17:00" } },
    });
  });

  test("can't be deleted while a policy uses them", async ({ db }) => {
    const ada = await anAdmin(db);
    const id = await aCalendar(db, ada);
    const policy = { ...NEW_POLICY, name: "Standard", calendar: String(id), requestKey: aKey() };
    const made = await createPolicy(db, ada, policy, NOON);
    if (!made.ok) throw new Error(made.why);
    expect(await deleteCalendar(db, ada, id, NOON)).toEqual({
      ok: false,
      why: "in_use",
      sentence:
        "Office can't be deleted, because these policies use it: Standard. Choose another calendar for them first.",
    });
    await changePolicy(db, ada, { id: made.id, verb: "remove" }, NOON);
    expect(await deleteCalendar(db, ada, id, NOON)).toEqual({ ok: true, name: "Office" });
    expect(await names(db)).toEqual([]);
    expect(await changePolicy(db, ada, { id: made.id, verb: "restore" }, NOON)).toMatchObject({
      sentence: "This policy's calendar was deleted. Restore the calendar first.",
    });
  });

  test("can be restored for a day, unless their name is taken", async ({ db }) => {
    const ada = await anAdmin(db);
    const id = await aCalendar(db, ada);
    await deleteCalendar(db, ada, id, NOON);
    expect(await restoreCalendar(db, ada, id, NOON + 2 * DAY_MS)).toEqual({ ok: false, why: "no_such_calendar" });
    const other = await aCalendar(db, ada);
    expect(await restoreCalendar(db, ada, id, NOON + 1)).toMatchObject({ ok: false, why: "wrong" });
    await deleteCalendar(db, ada, other, NOON);
    expect(await restoreCalendar(db, ada, id, NOON + 1)).toEqual({ ok: true, name: "Office" });
    expect(await names(db)).toEqual(["Office"]);
  });

  test("are changed by admins only", async ({ db }) => {
    const [ada, jonas] = [await anAdmin(db), await anAgent(db)];
    const id = await aCalendar(db, ada);
    const refused = { ok: false, why: "not_allowed" };
    expect(await createCalendar(db, jonas, { ...office, requestKey: aKey() }, NOON)).toEqual(refused);
    expect(await editCalendar(db, jonas, id, { was: office, mine: { ...office, name: "x" } }, NOON)).toEqual(refused);
    expect(await deleteCalendar(db, jonas, id, NOON)).toEqual(refused);
    expect(await restoreCalendar(db, jonas, id, NOON)).toEqual(refused);
  });

  test("have a form that names each mistake and keeps what was typed", () => {
    const typed = (fields: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ name: "Office", zone: "Europe/Berlin", ...fields }))
        form.set(name, value);
      return form;
    };
    const wrong = parseForm(
      typed({ name: " ", zone: "Mars/Base", monday: "9-5", tuesday: "17:00-09:00", holidays: "Easter" }),
      CalendarForm,
    );
    expect(wrong.ok ? null : wrong.refusal.errors).toEqual({
      name: ["Enter a name."],
      zone: ["There's no time zone “Mars/Base”. Use a name such as Europe/Berlin or America/New_York."],
      monday: ["“9-5” isn't a time range. Write ranges such as 09:00-12:00, 13:00-17:00."],
      tuesday: [
        "“17:00-09:00” ends before it starts. For a night shift, end this day at 24:00 and start the next day at 00:00.",
      ],
      holidays: ["Line 1: “Easter” isn't a date. Start with a date such as 2026-04-03, or 12-25 for every year."],
    });
    expect(wrong.ok ? null : wrong.refusal.values).toMatchObject({ monday: "9-5", holidays: "Easter" });
    const closed = parseForm(typed({}), CalendarForm);
    expect(closed.ok ? null : closed.refusal.errors).toEqual({
      monday: ["This calendar is never open. Enter hours for at least one weekday, or tick Always open."],
    });
    expect(parseForm(typed({ alwaysOpen: "yes" }), CalendarForm).ok).toBe(true);
    const stored = parseForm(
      typed({ monday: " 9:00 – 12:00,13:00-17:00 ", holidays: "12-25   Christmas\r\n\r\n" }),
      CalendarForm,
    );
    expect(stored).toMatchObject({ value: { monday: "09:00-12:00, 13:00-17:00", holidays: "12-25 Christmas" } });
    expect(parseForm(typed({ monday: "09:00-12:00" }), NewCalendarForm).ok).toBe(false); // without a key
  });
});
