import { expect } from "vitest";
import { readRequesterHome } from "~/features/portal/requester-home.server";
import { onEachDatabase } from "../../support/database";
import { aRequester, aTask } from "../../support/factories";

onEachDatabase("a requester's home", (test) => {
  test("has the types for requesters, and separates what waits for a reply from the rest", async ({ db }) => {
    const [rita, otto] = [await aRequester(db), await aRequester(db)];
    await aTask(db, { requester: rita, title: "Which cable?", status: "waiting_requester" });
    await aTask(db, { requester: rita, title: "At the vendor", status: "on_hold" });
    await aTask(db, { requester: rita, title: "Being worked on", status: "in_progress" });
    await aTask(db, { requester: rita, title: "Done", status: "resolved" });
    await aTask(db, { requester: otto, title: "Someone else's", status: "waiting_requester" });

    const { types, waiting, others, drafted } = await readRequesterHome(db, rita);
    expect(types.map(({ key }) => key)).toEqual(["incident", "request", "question"]);
    expect(waiting.map(({ title }) => title)).toEqual(["Which cable?"]);
    expect(others.map(({ title }) => title).sort()).toEqual(["At the vendor", "Being worked on"]);
    expect(drafted).toEqual([]);
  });
});
