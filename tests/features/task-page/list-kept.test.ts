import { afterAll, beforeAll, expect, test } from "vitest";
import { savePreferences } from "~/features/users/preferences.server";
import { aKey, anAgent, aTask, NOON } from "../../support/factories";
import { fastFetch } from "../../support/fast-fetch";
import { startServer, type TestServer } from "../../support/server";
import { cookieOf } from "../../support/session";

const LIST = String(new URLSearchParams({ list: "sort=created-desc" }));

let server: TestServer;
beforeAll(async () => {
  server = await startServer("sqlite");
});
afterAll(() => server.stop());

test("buttons on a task keep the list it was opened from, and a resolving macro goes on in it", async () => {
  const ada = await anAgent(server.db);
  const { id: next } = await aTask(server.db, { at: NOON });
  const { id } = await aTask(server.db, { at: NOON + 1 });
  const cookie = await cookieOf(server.db, ada);
  const page = `/tasks/${id}?${LIST}`;
  const leadsTo = async (path: string, fields: Record<string, string>) => {
    const headers = { cookie, accept: "text/html", referer: server.origin + page };
    const { headers: answer } = await fastFetch(server.origin + path, {
      method: "POST",
      body: new URLSearchParams({ requestKey: aKey(), ...fields }),
      headers,
    });
    return answer.location;
  };
  expect(await leadsTo(page, { form: "checklist", text: "Paper" })).toBe(`${page}#checklist`);
  const { id: item } = await server.db.selectFrom("checklist_item").select("id").executeTakeFirstOrThrow();
  expect(await leadsTo(`/tasks/${id}/checklist`, { tick: String(item) })).toBe(`${page}#checklist`);
  const link = { form: "link", link: "relates", other: String(next) };
  expect(await leadsTo(`/tasks/${id}/relations?over=task`, link)).toBe(page);
  expect(await leadsTo(`/tasks/${id}/macros`, { kind: "note", body: "Third time." })).toBe(page);

  await savePreferences(server.db, ada, { afterResolve: "next" }, NOON);
  const macro = { kind: "none", body: "", status: "resolved" };
  expect(await leadsTo(`/tasks/${id}/macros`, macro)).toBe(`/tasks/${next}?${LIST}`);
});
