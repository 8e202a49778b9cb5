import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { mailReports } from "~/features/reports/mail-reports.server";
import { makeReport } from "~/features/reports/make-report.server";
import { reportAsCsv } from "~/features/reports/report-csv.server";
import { changeReport, deleteReport, listReports, saveReport } from "~/features/reports/saved-reports.server";
import { explainTask } from "~/features/search/explain-task.server";
import { searchTasks } from "~/features/search/search-tasks.server";
import { changeTask } from "~/features/tasks/task-change.server";
import type { TaskChange } from "~/features/tasks/task-schema";
import type { Viewer } from "~/features/users/users";
import { deskZone, learnDeskZone } from "~/lib/desk-zone.server";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aTask } from "../../support/factories";
import { aMailAddress } from "../../support/mail";
import { forAllPriorities, storeCalendar, storePolicy } from "../service-levels/desk";
import { countAll } from "./reported-desk";

/** Monday, 2 March 2026, 12:00 UTC. */
const NOON = Date.UTC(2026, 2, 2, 12);
const MARCH = { from: "2026-03-01", to: "2026-03-31" };
const LATER = Date.UTC(2026, 3, 10);

async function change(db: Db, admin: Viewer, id: number, wanted: Partial<TaskChange>, at: number) {
  const row = await db.selectFrom("task").select("version").where("id", "=", id).executeTakeFirstOrThrow();
  const form = { change: { ...wanted, ...row } as TaskChange, was: {}, confirmed: true, evenIfShutOut: true };
  const changed = await changeTask(db, admin, id, form, at);
  if (!changed.ok) throw new Error(JSON.stringify(changed));
}

const reply = (db: Db, who: Viewer, id: number, at: number) =>
  replyToTask(db, who, id, { body: `Text ${at}.`, requestKey: aKey(), anyway: true }, at);

async function found(db: Db, viewer: Viewer, text: string): Promise<number[] | string> {
  const result = await searchTasks(db, viewer, text, { now: LATER });
  return result.ok ? result.tasks.map(({ id }) => id).sort((a, b) => a - b) : result.error.message;
}

onEachDatabase("reports", (test) => {
  test("measure open time by the policy's calendar or around the clock, without waiting after a reply", async ({
    db,
  }) => {
    const admin = await anAdmin(db);
    const always = await aTask(db, { at: NOON });
    await reply(db, admin, always.id, NOON + 90 * MINUTE_MS);
    await change(db, admin, always.id, { status: "waiting_requester" }, NOON + 2 * HOUR_MS);
    await change(db, admin, always.id, { status: "in_progress" }, NOON + 26 * HOUR_MS);
    await change(db, admin, always.id, { status: "resolved" }, NOON + 27 * HOUR_MS);
    const calendar = await storeCalendar(db); // Monday to Friday, 9 to 17 in Berlin
    await storePolicy(db, {
      calendar,
      query: "type:question",
      targets: forAllPriorities({ first: 600, resolution: 6_000 }),
    });
    const friday = Date.UTC(2026, 2, 6, 15); // 16:00 there
    const business = await aTask(db, { at: friday, type: "question" });
    await reply(db, admin, business.id, friday + 3 * DAY_MS - 6 * HOUR_MS); // Monday 10:00
    await change(db, admin, business.id, { status: "resolved" }, friday + 3 * DAY_MS - 5 * HOUR_MS);

    const report = await makeReport(db, admin, { ...MARCH, by: "type", q: "" }, LATER);
    if (!report.ok) throw new Error("The report was refused.");
    const times = report.groups.map(({ key, now }) => [key, now.firstResponse.median, now.resolution.median]);
    expect(times).toEqual([
      ["incident", 90, 150],
      ["question", 120, 120],
    ]);
    const question = report.groups.find(({ key }) => key === "question")?.now;
    expect(question?.attainment.first).toMatchObject({ met: { count: 1 }, breached: { count: 0 }, share: 100 });
    expect(question?.oneTouch).toMatchObject({ part: { count: 1 }, whole: { count: 1 }, share: 100 });
    expect(report.total.before.created.count).toBe(0);
  });

  test("take the backlog from history: a reopened task wasn't open in between", async ({ db }) => {
    const admin = await anAdmin(db);
    const { id } = await aTask(db, { at: NOON });
    await change(db, admin, id, { status: "resolved" }, NOON + 2 * DAY_MS);
    await change(db, admin, id, { status: "in_progress" }, NOON + 5 * DAY_MS);
    const opened = async () => {
      const report = await makeReport(db, admin, { from: "2026-03-01", to: "2026-03-09", by: "team", q: "" }, LATER);
      return report.ok ? report.points.map(({ backlog }) => backlog.count).join("") : report;
    };
    expect(await opened()).toBe("011000111");
    for (const [day, has] of [
      ["2026-03-03", true],
      ["2026-03-04", false],
      ["2026-03-06", false],
      ["2026-03-07", true],
    ] as const) {
      expect(await found(db, admin, `backlog:${day}`), day).toEqual(has ? [id] : []);
    }
    // As after an upgrade: only the last state and the history are known.
    await db.deleteFrom("task_open").execute();
    await db.insertInto("task_open").values({ task_id: id, from_at: NOON, until_at: 8_640_000_000_000_000 }).execute();
    await countAll(db, LATER);
    expect(await opened()).toBe("011000111");
  });

  test("answer the report qualifiers, explain them and refuse invalid ones", async ({ db }) => {
    const admin = await anAdmin(db);
    const { id } = await aTask(db, { at: NOON });
    await reply(db, admin, id, NOON + HOUR_MS);
    await change(db, admin, id, { status: "resolved" }, NOON + 2 * HOUR_MS);
    for (const query of [
      ...["answered:2026-03-02", "is:one-touch", "-rated:any", "rated:none", "met.first:none", "-breached.next:any"],
      ...[
        "backlog:2026-03-02 OR resolved:2026-03",
        "created:2026-03-03 zone:Pacific/Kiritimati",
        "-backlog:2026-03-04",
      ],
    ]) {
      expect(await found(db, admin, query), query).toEqual([id]);
    }
    for (const query of [
      "answered:2026-03-03",
      "-is:one-touch",
      "rated:any",
      "met.first:2026-03",
      "created:2026-03-03",
    ]) {
      expect(await found(db, admin, query), query).toEqual([]);
    }
    for (const query of ["backlog:>2026-03-02", "backlog:none", "zone:Nowhere", "-zone:UTC", "zone:UTC zone:UTC"]) {
      expect(await found(db, admin, query), query).toEqual(expect.any(String));
    }
    const text = "answered:2026-03 rated:2026-03 backlog:2026-03-02 met.resolve:2026-03 is:one-touch zone:UTC";
    const explained = await explainTask(db, admin, { task: String(id), text }, LATER);
    if (!explained.ok || explained.parts?.kind !== "and") throw new Error("The task isn't explained.");
    expect(explained.parts.items.map((item) => (item.kind === "term" ? item.why : ""))).toEqual([
      expect.stringContaining("Agent first replied:"),
      "Rated: never.",
      expect.stringContaining("Open from"),
      "Resolution: no clock has ended.",
      "Resolved with a single reply.",
      "This only sets the time zone.",
    ]);
  });

  test("refuse filters that their links can't carry", async ({ db }) => {
    const admin = await anAdmin(db);
    await aTask(db, { at: NOON });
    for (const q of ["is:spam", "sort:updated", "zone:UTC", '"unclosed', "status:", "team:Nowhere", "created:never"]) {
      expect(await makeReport(db, admin, { ...MARCH, by: "team", q }, LATER), q).toMatchObject({
        ok: false,
        why: "filter",
      });
    }
  });

  test("count again when the desk's time zone changes", async ({ db }) => {
    const admin = await anAdmin(db);
    await aTask(db, { at: Date.UTC(2026, 2, 31, 23) });
    await countAll(db, LATER);
    const created = async () => {
      const report = await makeReport(db, admin, { ...MARCH, by: "team", q: "" }, LATER, { smallDesk: 0 });
      return report.ok ? report.total.now.created.count : report.why;
    };
    expect(await created()).toBe(1);
    const zone = deskZone();
    try {
      learnDeskZone("Europe/Berlin");
      expect(await created()).toBe("pending");
      await countAll(db, LATER);
      expect(await created()).toBe(0);
    } finally {
      learnDeskZone(zone);
    }
  });

  test("are exported with both periods", async ({ db }) => {
    const admin = await anAdmin(db);
    await aTask(db, { at: NOON, tags: ["=vpn"] });
    const report = await makeReport(db, admin, { ...MARCH, by: "tag", q: "" }, LATER);
    if (!report.ok) throw new Error("The report was refused.");
    const [head, first, second, ...rest] = reportAsCsv(report, { by: "tag" }).trim().split("\r\n");
    expect(head).toContain("Tag,From,To,Created,Resolved,Backlog");
    expect(first).toMatch(/^'=vpn,2026-03-01,2026-03-31,1,0,1,/);
    expect(second).toContain(",2026-02-01,2026-02-28,0,0,0");
    expect(rest).toHaveLength(2);
  });

  test("are saved for one person or everyone, and mailed with each recipient's own numbers", async ({ db }) => {
    const [admin, ada, bob] = [await anAdmin(db), await anAgent(db), await anAgent(db)];
    await aMailAddress(db);
    await aTask(db, { at: NOON });
    const { id: secret } = await aTask(db, { at: NOON });
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", secret).execute();
    await db.deleteFrom("team_member").where("user_id", "=", bob.id).execute();
    const form = {
      ...{ name: "Volume", period: { ...MARCH }, by: "agent" as const, q: "created:2026-03", team: null },
      ...{ mailed: "weekly" as const, recipients: `${admin.email}, ${bob.email}` },
    };
    const personal = { ...form, scope: "personal" as const, requestKey: aKey() };
    expect(await saveReport(db, ada, { ...personal, recipients: "Nobody" }, NOON)).toMatchObject({ why: "wrong" });
    expect(await saveReport(db, ada, { ...personal, recipients: "" }, NOON)).toMatchObject({ why: "wrong" });
    expect(await saveReport(db, ada, { ...personal, q: "is:spam" }, NOON)).toMatchObject({ why: "wrong" });
    expect(await saveReport(db, ada, { ...personal, scope: "everyone" }, NOON)).toEqual({
      ok: false,
      why: "forbidden",
    });
    const saved = await saveReport(db, ada, personal, NOON);
    if (!saved.ok) throw new Error(JSON.stringify(saved));
    expect(await listReports(db, bob)).toEqual([]);
    const shared = await saveReport(
      db,
      admin,
      { ...personal, scope: "everyone", requestKey: aKey(), mailed: "never" },
      NOON,
    );
    if (!shared.ok) throw new Error(JSON.stringify(shared));
    expect(await listReports(db, bob)).toMatchObject([{ name: "Volume", mayChange: false }]);
    expect(await changeReport(db, bob, shared.id, { ...personal, seen: NOON }, NOON)).toEqual({
      ok: false,
      why: "forbidden",
    });
    expect(await changeReport(db, admin, shared.id, { ...personal, seen: NOON - 1 }, NOON)).toMatchObject({
      why: "newer",
    });
    expect(await deleteReport(db, bob, shared.id, NOON)).toBeNull();

    const monday = Date.UTC(2026, 2, 9, 7);
    expect(await inTransaction(db, (tx) => mailReports(tx, monday - 1))).toBe(false);
    expect(await inTransaction(db, (tx) => mailReports(tx, monday))).toBe(true);
    expect(await inTransaction(db, (tx) => mailReports(tx, monday))).toBe(false);
    const mails = await db
      .selectFrom("outgoing_mail")
      .innerJoin("delivery", "delivery.outgoing_id", "outgoing_mail.id")
      .select(["content", "address"])
      .orderBy("delivery.id")
      .execute();
    const created = mails.map(({ content, address }) => [
      address,
      /Created: \*\*(\d+)/.exec(JSON.parse(content).body)?.[1],
    ]);
    expect(created).toEqual([
      [admin.email, "2"],
      [bob.email, "1"],
    ]);
    expect(await deleteReport(db, ada, saved.id, NOON)).toBe("Volume");
  });
});
