import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeSubTask } from "~/features/relations/sub-tasks.server";
import type { Viewer } from "~/features/users/users";
import { ENGINES } from "../../../support/database";
import { anAgent, aRequester, aTask, NOON } from "../../../support/factories";
import { startServer, type TestServer } from "../../../support/server";
import { cookieOf } from "../../../support/session";

describe.each(ENGINES)("domain A3: the reply form names its recipients (%s)", (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(engine);
  });
  afterAll(() => server.stop());

  /** The visible text of a page. */
  async function page(who: Viewer, path: string) {
    const answer = await fetch(server.origin + path, {
      headers: { cookie: await cookieOf(server.db, who), accept: "text/html" },
    });
    const html = (await answer.text()).replace(/<script[\s\S]*?<\/script>/g, "");
    return html
      .replace(/<[^>]*>/g, "")
      .replace(/&#x27;/g, "'")
      .replace(/\s+/g, " ");
  }

  async function aTaskWithCopies() {
    const rita = await aRequester(server.db, { name: "Rita Moreno", email: `rita${Math.random()}@a.example` });
    const jo = await aRequester(server.db, { name: "Jo Marsh", email: `jo${Math.random()}@b.example` });
    const meg = await aRequester(server.db, { name: "Meg Marsh", email: `meg${Math.random()}@b.example` });
    const { id } = await aTask(server.db, { requester: rita });
    const inCopy = { task_id: id, added_at: NOON };
    await server.db
      .insertInto("participant")
      .values([
        { ...inCopy, user_id: jo.id, address: jo.email },
        { ...inCopy, user_id: meg.id },
      ])
      .execute();
    return { rita, jo, meg, id };
  }

  test("to the requester and people in copy as their page calls them, with no other address", async () => {
    const { rita, jo, meg, id } = await aTaskWithCopies();
    const hers = await page(rita, `/tasks/${id}`);
    expect(hers).toContain(`Also goes to:${jo.email} Meg Marsh`);
    expect(hers).not.toContain(meg.email);
    const theirs = await page(jo, `/tasks/${id}`);
    expect(theirs).toContain("Also goes to:Rita Moreno Meg Marsh");
    for (const { email } of [rita, meg]) expect(theirs).not.toContain(email);

    const alone = await aTask(server.db, { requester: rita });
    expect(await page(rita, `/tasks/${alone.id}`)).not.toContain("Goes to");
  });

  test("with addresses to an agent who replies to all sub-tasks", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const parent = await aTask(server.db);
    const { rita, jo, meg, id } = await aTaskWithCopies();
    await makeSubTask(server.db, ada, id, parent.id, NOON);
    expect(await page(ada, `/tasks/${parent.id}/children`)).toContain(
      `Goes to: Rita Moreno ${rita.email}, Jo Marsh ${jo.email}, Meg Marsh ${meg.email}`,
    );
    const own = await page(ada, `/tasks/${id}/children`);
    expect(own).toContain(`#${id} is itself a sub-task, and sub-tasks can't have their own.`);
    expect(own).not.toContain("Make one");
  });
});
