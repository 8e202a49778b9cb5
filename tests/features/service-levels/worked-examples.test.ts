import { expect } from "vitest";
import type { Db } from "~/db/types";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { changeTask } from "~/features/tasks/task-change.server";
import type { TaskChange } from "~/features/tasks/task-schema";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { aKey, anAgent, aTask } from "../../support/factories";
import { at } from "./calendars";
import { clocksOfTask, differences, forAllPriorities, storeCalendar, storePolicy } from "./desk";

async function change(db: Db, agent: Viewer, id: number, change: Partial<TaskChange>, local: string) {
  const { version } = await db.selectFrom("task").select("version").where("id", "=", id).executeTakeFirstOrThrow();
  const wanted = { change: { ...change, version } as TaskChange, was: {}, confirmed: true };
  const changed = await changeTask(db, agent, id, wanted, at(local));
  expect(changed).toMatchObject({ ok: true });
}

onEachDatabase("domain B8, worked examples on a desk", (test) => {
  const clocks = async (db: Db, id: number, now: string) => {
    expect(await differences(db, at(now))).toEqual([]);
    return clocksOfTask(db, id, at(now));
  };

  test.for([
    ["1", "2026-03-06 16:30", {}, 60, "2026-03-06 17:00", "first warning 30/60m due 2026-03-09 09:30"],
    ["2", "2026-03-07 11:00", {}, 240, "2026-03-07 12:00", "first running 0/240m due 2026-03-09 13:00"],
    [
      ...(["3", "2026-04-02 15:00", { holidays: "2026-04-03 Good Friday\n2026-04-06 Easter Monday" }, 480] as const),
      ...(["2026-04-02 17:00", "first running 120/480m due 2026-04-07 15:00"] as const),
    ],
    [
      ...(["4", "2026-03-09 11:30", { hours: "09:00-12:00, 13:00-17:00" }, 60] as const),
      ...(["2026-03-09 12:30", "first warning 30/60m due 2026-03-09 13:30"] as const),
    ],
    [
      ...(["8", "2026-03-28 22:00", { alwaysOpen: true }, 480] as const),
      ...(["2026-03-29 00:00", "first running 120/480m due 2026-03-29 07:00"] as const),
    ],
    [
      ...(["9", "2026-10-24 22:00", { alwaysOpen: true }, 480] as const),
      ...(["2026-10-25 00:00", "first running 120/480m due 2026-10-25 05:00"] as const),
    ],
  ] as const)("%s", async ([, created, calendar, minutes, now, clock], { db }) => {
    await storePolicy(db, {
      calendar: await storeCalendar(db, calendar),
      targets: forAllPriorities({ first: minutes }),
    });
    const { id } = await aTask(db, { at: at(created) });
    expect(await clocks(db, id, now)).toEqual([clock]);
  });

  test("5: a pause", async ({ db }) => {
    await storePolicy(db, { calendar: await storeCalendar(db), targets: forAllPriorities({ resolution: 480 }) });
    const agent = await anAgent(db);
    const { id } = await aTask(db, { at: at("2026-03-09 09:00"), assignee: agent });
    await change(db, agent, id, { status: "waiting_requester" }, "2026-03-09 11:00");
    expect(await clocks(db, id, "2026-03-09 16:00")).toEqual(["resolution paused 120/480m because waiting_requester"]);
    await change(db, agent, id, { status: "in_progress" }, "2026-03-11 10:00");
    expect(await clocks(db, id, "2026-03-11 10:00")).toEqual(["resolution running 120/480m due 2026-03-11 16:00"]);
  });

  test.for([
    [
      "6",
      "2026-03-09 15:00",
      240,
      "2026-03-09 15:00",
      "resolution breached 360/240m due 2026-03-09 15:00 breached 2026-03-09 15:00 retargeted",
    ],
    ["7", "2026-03-09 13:00", 480, "2026-03-09 13:00", "resolution running 240/480m due 2026-03-09 17:00"],
  ] as const)("%s: another target", async ([, moment, minutes, now, clock], { db }) => {
    const targets = { normal: { resolution: 960 }, urgent: { resolution: minutes } };
    await storePolicy(db, { calendar: await storeCalendar(db), targets });
    const agent = await anAgent(db);
    const { id } = await aTask(db, { at: at("2026-03-09 09:00"), assignee: agent });
    await change(db, agent, id, { priority: "urgent" }, moment);
    expect(await clocks(db, id, now)).toEqual([clock]);
  });

  test("10: reopened", async ({ db }) => {
    await storePolicy(db, { calendar: await storeCalendar(db), targets: forAllPriorities({ resolution: 480 }) });
    const agent = await anAgent(db);
    const { id, requester } = await aTask(db, { at: at("2026-03-09 09:00"), assignee: agent });
    await change(db, agent, id, { status: "resolved" }, "2026-03-09 12:00");
    expect(await clocks(db, id, "2026-03-09 13:00")).toEqual([
      "resolution met 180/480m met 2026-03-09 12:00 ended 2026-03-09 12:00",
    ]);
    const answer = { body: "It burns again.", requestKey: aKey(), outcome: "not_solved" } as const;
    expect(await replyToTask(db, requester, id, answer, at("2026-03-10 15:00"))).toMatchObject({ ok: true });
    expect(await clocks(db, id, "2026-03-10 15:00")).toEqual(["resolution running 180/480m due 2026-03-11 12:00"]);
  });
});
