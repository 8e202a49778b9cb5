import { afterAll, beforeAll, expect, test } from "vitest";
import type { Viewer } from "~/features/users/users";
import { AT_RISK } from "~/features/views/home-groups";
import { HOUR_MS, MINUTE_MS } from "~/lib/durations";
import { anAgent, aRequester, aTask } from "../../support/factories";
import { startServer, type TestServer } from "../../support/server";
import { cookieOf } from "../../support/session";
import { forAllPriorities, runClockJobs, storeCalendar, storePolicy } from "../service-levels/desk";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const get = async (who: Viewer, path: string) => {
  const answer = await fetch(server.origin + path, { headers: { cookie: await cookieOf(server.db, who) } });
  return (await answer.text()).replaceAll("<!-- -->", "").replaceAll("&amp;", "&");
};

test("an agent's home page says what's at risk and links to its list; a requester's doesn't", async () => {
  const now = Date.now();
  const calendar = await storeCalendar(server.db, { zone: "UTC", alwaysOpen: true });
  await storePolicy(server.db, { calendar, targets: forAllPriorities({ first: 60 }) });
  const [ada, bea, rita] = [await anAgent(server.db), await anAgent(server.db), await aRequester(server.db)];
  const shared = { requester: rita, assignee: ada };
  const late = await aTask(server.db, { ...shared, title: "The lift hums", at: now - 2 * HOUR_MS });
  const soon = await aTask(server.db, { ...shared, title: "The door sticks", at: now - 40 * MINUTE_MS });
  await aTask(server.db, { ...shared, title: "The fan rattles", at: now });
  await runClockJobs(server.db, now);

  const home = await get(ada, "/");
  expect(home).not.toContain(' style="'); // the content security policy would block it
  const [, line = ""] = /<nav class="task-links" aria-label="At risk"[^>]*>(.*?)<\/nav>/s.exec(home) ?? [];
  expect(line).toContain(`<a href="/tasks/${late.id}">The lift hums</a><span class="is-late">target missed</span>`);
  expect(line).toMatch(
    new RegExp(`<a href="/tasks/${soon.id}">The door sticks</a><span>due <time[^>]*>in 1[89] min</time></span>`),
  );
  expect(line).not.toContain("The fan rattles");
  expect(line).toContain(`<a href="/tasks?${AT_RISK}">Show all`);
  const rows = [...(await get(ada, `/tasks?${AT_RISK}`)).matchAll(/<tr[^>]*>.*?href="\/tasks\/(\d+)/gs)];
  expect(rows.map(([, id]) => Number(id))).toEqual([late.id, soon.id]);

  expect(await get(bea, "/")).not.toContain("At risk");
  for (const path of ["/", "/_payload.json"])
    expect(await get(rita, path)).not.toMatch(/at ?risk|target missed|overdue/i);
});
