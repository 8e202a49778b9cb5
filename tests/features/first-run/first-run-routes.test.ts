import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addNote } from "~/features/conversation/task-reply.server";
import type { Viewer } from "~/features/users/users";
import { aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";
import { fastFetch } from "../../support/fast-fetch";
import { startServer, type TestServer } from "../../support/server";
import { cookieOf } from "../../support/session";

describe("the first run over HTTP", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer("sqlite");
  });
  afterAll(() => server.stop());

  const asks = async (who: Viewer, path: string, fields?: Record<string, string>) =>
    fastFetch(server.origin + path, {
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
      headers: { cookie: await cookieOf(server.db, who), accept: "text/html" },
    });

  test("has pages for admins only", async () => {
    const [root, ada, rita] = [await anAdmin(server.db), await anAgent(server.db), await aRequester(server.db)];
    for (const path of ["/setup", "/setup/teams", "/setup/types", "/setup/sample", "/users/invite"]) {
      expect((await asks(root, path)).status, path).toBe(200);
      for (const other of [ada, rita]) {
        expect((await asks(other, path)).status, path).toBe(403);
        expect((await asks(other, path, { skip: "email", people: "a@b.example", do: "load" })).status, path).toBe(403);
      }
    }
  });

  test("keeps typed text when it refuses a form, with a message per line", async () => {
    const root = await anAdmin(server.db);
    const sent = { people: "ana@acme.example\nnonsense", role: "agent", requestKey: aKey() };
    const refused = await asks(root, "/users/invite", sent);
    expect(refused.status).toBe(422);
    for (const words of ["“nonsense” isn&#x27;t an email address.", "ana@acme.example\nnonsense"]) {
      expect(refused.text).toContain(words);
    }
    expect(
      (await asks(root, "/users/invite", { people: "a@b.example", role: "king", requestKey: aKey() })).status,
    ).toBe(422);
    const types = await asks(root, "/setup/types", {
      name_incident: "",
      name_question: "Ask us",
      offered_question: "yes",
    });
    expect([types.status, types.text.includes("Enter a name."), types.text.includes("Ask us")]).toEqual([
      422,
      true,
      true,
    ]);
    const team = await asks(root, "/setup/teams", { name: "service desk", requestKey: aKey() });
    expect([team.status, team.text.includes("Another team has this name.")]).toEqual([422, true]);
    for (const path of ["/setup", "/setup/sample"])
      expect((await asks(root, path, { do: "?" })).status, path).toBe(400);
  });

  test("shows a task as its requester in every format, without notes, and records the step", async () => {
    const [root, ada, rita] = [await anAdmin(server.db), await anAgent(server.db), await aRequester(server.db)];
    const { id } = await aTask(server.db, { requester: rita });
    await addNote(server.db, ada, id, { body: "Zebra note", requestKey: aKey() }, NOON);
    for (const way of [`/tasks/${id}`, `/tasks/${id}.data`, `/tasks/${id}/_payload.json`]) {
      const { status, text } = await asks(ada, `${way}?as=requester`);
      expect([status, text.includes("Printer on fire"), text.includes("Zebra")], way).toEqual([200, true, false]);
      expect((await asks(ada, way)).text, way).toContain("Zebra");
    }
    const list = encodeURIComponent("assignee=me");
    const { text: preview } = await asks(ada, `/tasks/${id}?as=requester&list=${list}`);
    // Links to a message stay in the preview, because the agent's own page has the notes.
    expect(preview.match(/href="[^"]*\?message=[^"]*"/g)).toEqual([
      expect.stringMatching(/\?message=\d+&amp;as=requester&amp;list=assignee%3Dme#message-\d+"$/),
    ]);
    expect(preview).toContain(`href="/tasks/${id}?list=assignee%3Dme"`); // back to the agent's view
    expect((await asks(rita, `/tasks/${id}?as=requester`)).text).toContain("Your reply"); // her own page
    await asks(root, `/tasks/${id}/_payload.json?as=requester`); // as a link opens it
    const { setup } = await server.db.selectFrom("catalogue").select("setup").executeTakeFirstOrThrow();
    expect(JSON.parse(setup)).toEqual({ checked: ["requester"] });
  });
});
