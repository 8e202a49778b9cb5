import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "~/features/users/users";
import { HOUR_MS, MINUTE_MS } from "~/lib/durations";
import { ENGINES } from "../../support/database";
import { anAgent, aRequester, aTask } from "../../support/factories";
import { startServer, type TestServer } from "../../support/server";
import { cookieOf } from "../../support/session";
import { forAllPriorities, runClockJobs, storeCalendar, storePolicy } from "./desk";

const POLICY = "policynumbat";

describe.each(ENGINES)("domain B8, rule 13: a requester's page (%s)", (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(engine);
    const calendar = await storeCalendar(server.db, { zone: "UTC", alwaysOpen: true });
    await storePolicy(server.db, { name: POLICY, calendar, targets: forAllPriorities({ first: 60, resolution: 31 }) });
  });
  afterAll(() => server.stop());

  const read = async (who: Viewer, path: string) => {
    const answer = await fetch(server.origin + path, { headers: { cookie: await cookieOf(server.db, who) } });
    expect(answer.status).toBe(200);
    return answer.text();
  };

  test("says when to expect a first response, and nothing else about clocks", async () => {
    const now = Date.now();
    const rita = await aRequester(server.db);
    const [soon, late] = [
      await aTask(server.db, { requester: rita, at: now - 20 * MINUTE_MS }),
      await aTask(server.db, { requester: rita, at: now - 2 * HOUR_MS }),
    ];
    await runClockJobs(server.db, now);
    const [ada, own] = [await anAgent(server.db), `/tasks/${soon.id}`];
    expect(await read(ada, `${own}/_payload.json`)).toMatch(/consumed/); // clocks are there
    const payload = async (id: number) => JSON.parse(await read(rita, `/tasks/${id}/_payload.json`));
    const nothing = async (paths: readonly string[]) => {
      for (const path of paths)
        expect(await read(rita, path)).not.toMatch(
          /consumed|breach|expect a first response|first response is late|numbat/i,
        );
    };
    const pages = [own, `${own}/_payload.json`, `/tasks/${late.id}`, "/tasks/_payload.json", "/_payload.json"];
    await nothing(pages);

    await server.db.updateTable("team").set({ shows_first_answer: 1 }).execute();
    expect(await read(rita, own)).toMatch(/You can expect a first response by <time[^>]*>[^<]*\d\d:\d\d/);
    expect(await read(ada, `${own}?as=requester`)).toContain("You can expect a first response by");
    expect(await read(rita, `/tasks/${late.id}`)).toContain("Our first response is late.");
    expect((await payload(soon.id)).data["routes/_app.tasks.$id"]).toMatchObject({
      clocks: [],
      firstAnswerBy: now + 40 * MINUTE_MS,
    });
    for (const path of [`${own}/_payload.json`, "/tasks/_payload.json", "/_payload.json"]) {
      expect(await read(rita, path)).not.toMatch(/consumed|breach|numbat/i);
    }
    expect(await read(ada, own)).not.toContain("You can expect a first response");
  });
});
