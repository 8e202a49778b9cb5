import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mergeTasks } from "~/features/relations/merge.server";
import type { Viewer } from "~/features/users/users";
import { aKey, anAgent, aRequester, aTask } from "../../support/factories";
import { startServer, type TestServer } from "../../support/server";
import { cookieOf } from "../../support/session";

describe("the address of a merged task (domain B4: its number redirects)", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  const ask = async (who: Viewer, path: string, body?: Record<string, string>) =>
    fetch(server.origin + path, {
      redirect: "manual",
      headers: { cookie: await cookieOf(server.db, who), origin: server.origin },
      ...(body && { method: "POST", body: new URLSearchParams(body) }),
    });

  test("redirects viewers who can see the target, from pages and forms; others learn nothing", async () => {
    const [ada, rita] = [await anAgent(server.db), await aRequester(server.db)];
    const { id: source } = await aTask(server.db, { requester: rita });
    const { id: target, requester: otto } = await aTask(server.db);
    const merge = { source, into: target, version: 1, intoVersion: 1, keepsRequester: false };
    expect(await mergeTasks(server.db, ada, merge, Date.now())).toMatchObject({ ok: true });

    for (const who of [ada, otto]) {
      const page = await ask(who, `/tasks/${source}?message=7`);
      expect([page.status, page.headers.get("Location")]).toEqual([302, `/tasks/${target}?message=7`]);
      expect(await (await ask(who, `/tasks/${source}.data`)).text()).toContain(`/tasks/${target}`);
      expect((await ask(who, `/tasks/${source}/_payload.json`)).status).toBe(302);
    }
    const [hers, none] = [await ask(rita, `/tasks/${source}`), await ask(rita, "/tasks/987654")];
    expect([hers.status, none.status]).toEqual([404, 404]);
    expect(await hers.text()).not.toContain(`/tasks/${target}`);

    const note = await ask(ada, `/tasks/${source}`, { form: "note", note: "Late.", requestKey: aKey() });
    expect([note.status, note.headers.get("Location")]).toEqual([302, `/tasks/${target}`]);
    const fields = await ask(ada, `/tasks/${source}`, { form: "fields", version: "1", priority: "high" });
    expect(fields.status).toBe(409);
    expect(await fields.text()).toContain(`href="/tasks/${target}"`);
    for (const [button, sent] of Object.entries({
      assignment: {},
      checklist: { tick: "1" },
      watching: { watch: "yes" },
      participants: { remove: String(otto.id) },
      "messages/1/sending": {},
      "messages/1/withdrawal": { form: "reply" },
      "undo/1": {},
    })) {
      const stale = await ask(ada, `/tasks/${source}/${button}`, sent);
      expect([stale.status, stale.headers.get("Location")], button).toEqual([302, `/tasks/${target}`]);
      const cookie = [await cookieOf(server.db, ada), ...stale.headers.getSetCookie().map((one) => one.split(";")[0])];
      const page = await fetch(`${server.origin}/tasks/${target}`, { headers: { cookie: cookie.join("; ") } });
      expect(await page.text(), button).toContain(`#${source} was merged into #${target}. Nothing was changed.`);
      const forHer = await ask(rita, `/tasks/${source}/${button}`, sent);
      const without = await ask(rita, `/tasks/987654/${button}`, sent);
      expect(forHer.status, button).toBe(without.status);
      expect(await forHer.text(), button).not.toContain(`/tasks/${target}`);
    }
    const written = await server.db.selectFrom("message").select("task_id").where("body", "=", "Late.").execute();
    expect(written).toEqual([{ task_id: target }]);
  });

  test("keeps refused text from a page loaded before the merge and shows it on the target", async () => {
    const ada = await anAgent(server.db);
    const [{ id: source }, { id: target }] = [await aTask(server.db), await aTask(server.db, { title: "The whole" })];
    const merge = { source, into: target, version: 1, intoVersion: 1, keepsRequester: false };
    expect(await mergeTasks(server.db, ada, merge, Date.now())).toMatchObject({ ok: true });
    const long = `${"okapi ".repeat(11_000)}the end`;
    for (const [form, field, typed] of [
      ["reply", "body", long],
      ["note", "note", long],
    ] as const) {
      const fields = { form, [field]: typed, after: "keep", requestKey: aKey() };
      const answer = await ask(ada, `/tasks/${source}`, fields);
      const page = await answer.text();
      expect([answer.status, /<h1[^>]*>The whole<\/h1>/.test(page)], typed.slice(0, 20)).toEqual([422, true]);
      expect(page).toContain(`${typed}</textarea>`);
      const again = await ask(ada, `/tasks/${source}`, { ...fields, [field]: `Short ${form}` });
      expect([again.status, again.headers.get("Location")]).toEqual([302, `/tasks/${target}`]);
    }
    const empty = await ask(ada, `/tasks/${source}`, {
      form: "reply",
      body: " ",
      after: "on_hold",
      requestKey: aKey(),
    });
    expect(empty.status).toBe(422);
    expect(await empty.text()).toMatch(/value="on_hold" selected/);
    const written = server.db.selectFrom("message").select("body").where("body", "like", "Short %").orderBy("id");
    expect(await written.execute()).toEqual([{ body: "Short reply" }, { body: "Short note" }]);
  });
});
