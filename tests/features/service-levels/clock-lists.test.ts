import { expect } from "vitest";
import type { Db } from "~/db/types";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { explainTask } from "~/features/search/explain-task.server";
import { searchTasks } from "~/features/search/search-tasks.server";
import { withClocks } from "~/features/service-levels/list-clocks.server";
import { listPlaceOf } from "~/features/task-list/list-place.server";
import { type ListTasks, listTasks } from "~/features/task-list/task-list.server";
import type { Viewer } from "~/features/users/users";
import { listAsCsv } from "~/features/views/export-list.server";
import { parseListUrl } from "~/features/views/parse-list-url.server";
import { HOUR_MS, MINUTE_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { aKey, anAgent, aRequester, aTask, NOON } from "../../support/factories";
import { runClockJobs, storeCalendar, storePolicy } from "./desk";

/** Tasks whose first responses are breached, warning, ok and met, and one without a target, all by 12:50. */
async function desk(db: Db) {
  const targets = {
    urgent: { first: 30 },
    high: { first: 60, resolution: 600 },
    normal: { first: 240 },
  };
  await storePolicy(db, { calendar: await storeCalendar(db, { zone: "UTC", alwaysOpen: true }), targets });
  const [ada, ana] = [await anAgent(db, { name: "Ada" }), await aRequester(db, { name: "Ana" })];
  const make = (priority: "low" | "normal" | "high" | "urgent") =>
    aTask(db, { priority, requester: ana, assignee: ada });
  const [breached, warning, ok] = [await make("urgent"), await make("high"), await make("normal")];
  const [met, none] = [await make("normal"), await make("low")];
  await replyToTask(db, ada, met.id, { body: "Done.", requestKey: aKey() }, NOON + MINUTE_MS);
  const now = NOON + 50 * MINUTE_MS;
  await runClockJobs(db, now);
  const ids = { breached: breached.id, warning: warning.id, ok: ok.id, met: met.id, none: none.id };
  return { ada, ana, now, ids };
}

onEachDatabase("service-levels 1 and domain B7: clocks in lists", (test) => {
  test("can be searched by state and due time", async ({ db }) => {
    const { ada, ana, ids, now } = await desk(db);
    const nameOf = (id: number) => Object.entries(ids).find(([, own]) => own === id)?.[0] ?? "?";
    const found = async (text: string, viewer: Viewer = ada) => {
      const answer = await searchTasks(db, viewer, text, { now });
      return answer.ok
        ? answer.tasks
            .map(({ id }) => nameOf(id))
            .sort()
            .join(" ")
        : answer.error.message;
    };
    expect(await found("sla:breached")).toBe("breached");
    expect(await found("sla:warning,ok")).toBe("ok warning");
    expect(await found("sla:none")).toBe("none");
    expect(await found("-sla:none")).toBe("breached met ok warning");
    expect(await found("has:sla")).toBe("breached met ok warning");
    expect(await found("sla.first:met")).toBe("met");
    expect(await found("sla.resolve:ok")).toBe("warning");
    expect(await found("sla.resolve:none")).toBe("breached met none ok");
    expect(await found("sla.next:none sla:met")).toBe("met");
    expect(await found("sla-due:<1h")).toBe("breached warning");
    expect(await found("sla-due:>1h")).toBe("ok");
    expect(await found("sla-due:none")).toBe("met none");
    expect(await found("sla:breached", ana)).toMatch(/agents/i);
    expect(await found("sort:sla", ana)).toMatch(/agents/i);
    const why = await explainTask(db, ada, { task: String(ids.warning), text: "sla:breached" }, now);
    expect(why).toMatchObject({ found: false, parts: { why: "Service level: warning." } });
  });

  test("sort by the next due time, tasks without one last", async ({ db }) => {
    const { ada, ids, now } = await desk(db);
    const order = async (direction: "asc" | "desc") => {
      const list: ListTasks = { sort: { key: "sla", direction }, limit: 2 };
      const all: number[] = [];
      for (let position: ListTasks["position"] = null; ; ) {
        const { tasks, next } = await listTasks(db, ada, { ...list, position });
        all.push(...tasks.map(({ id }) => id));
        if (!next) break;
        position = { side: "after", values: next };
      }
      const places = await Promise.all(all.map((id) => listPlaceOf(db, ada, list, id)));
      expect(places.map((place) => place?.position)).toEqual(all.map((_, index) => index + 1));
      return all;
    };
    expect(await order("asc")).toEqual([ids.breached, ids.warning, ids.ok, ids.met, ids.none]);
    expect(await order("desc")).toEqual([ids.ok, ids.warning, ids.breached, ids.none, ids.met]);
    const sorted = await searchTasks(db, ada, "sort:sla -sla:none", { now });
    expect(sorted.ok && sorted.tasks.map(({ id }) => id)).toEqual([ids.breached, ids.warning, ids.ok, ids.met]);
  });

  test("are columns in lists and CSV files, for agents only", async ({ db }) => {
    const { ada, ana, ids, now } = await desk(db);
    const { tasks } = await listTasks(db, ada, { sort: { key: "number", direction: "asc" } });
    const shown = await withClocks(db, tasks, ["first_response"], now);
    expect(shown.map(({ clocks }) => clocks?.first)).toEqual([
      { state: "breached", dueAt: NOON + 30 * MINUTE_MS, used: 50 },
      { state: "warning", dueAt: NOON + HOUR_MS, used: 50 },
      { state: "running", dueAt: NOON + 4 * HOUR_MS, used: 50 },
      { state: "met", dueAt: null, used: 1 },
      undefined,
    ]);
    const requests = await listTasks(db, ana, {});
    expect((await withClocks(db, requests.tasks, ["first_response"], now)).some((task) => "clocks" in task)).toBe(
      false,
    );

    const file = async (viewer: Viewer) => {
      const meant = await parseListUrl(db, viewer, new URLSearchParams("sort=number-asc"), now);
      if (!meant.asked.ok) throw new Error("The list can't be read.");
      let text = "";
      for await (const part of listAsCsv(
        db,
        viewer,
        { ...meant, asked: meant.asked },
        { origin: "", isGone: () => false },
        now,
      )) {
        text += part;
      }
      return text.trim().split("\r\n");
    };
    const [head, , second] = await file(ada);
    expect(head).toMatch(
      /,First response,First response due,First response used,Next response,Next response due,Next response used,Resolution,Resolution due,Resolution used$/,
    );
    expect(second).toMatch(/,warning,2026-03-02T13:00:00.*,50,,,,running,2026-03-02T22:00:00.*,50$/);
    expect(second).toContain(`/tasks/${ids.warning}`);
    expect((await file(ana))[0]).not.toContain("First response");
  });
});
