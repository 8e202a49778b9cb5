import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { saveMacro } from "~/features/macros/macros.server";
import type { Viewer } from "~/features/users/users";
import { ENGINES } from "../../support/database";
import { aKey, anAgent, aRequester, aTask } from "../../support/factories";
import { startServer, type TestServer } from "../../support/server";
import { cookieOf } from "../../support/session";

describe.each(ENGINES)("changes from a list's menus (%s)", (engine) => {
  let server: TestServer;
  let ada: Viewer;
  let cookie = "";
  beforeAll(async () => {
    server = await startServer(engine);
    ada = await anAgent(server.db, { name: "Ada" });
    cookie = await cookieOf(server.db, ada);
  });
  afterAll(() => server.stop());

  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = { cookie }) =>
    fetch(server.origin + path, { method: "POST", body: new URLSearchParams(fields), headers, redirect: "manual" });
  const act = async (fields: Record<string, string>) => {
    const all = { requestKey: aKey(), back: "/tasks?tag=ladder", ...fields };
    const answer = await post("/tasks/bulk/in-place?list=tag%3Dladder", all, { cookie, accept: "application/json" });
    return (await answer.json()).toast;
  };
  const row = (id: number) => server.db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

  test("tell what changed and why the rest didn't, and Undo returns to the list", async () => {
    const ids: number[] = [];
    for (const priority of ["low", "normal", "urgent"] as const) {
      ids.push((await aTask(server.db, { priority, tags: ["ladder"] })).id);
    }
    const toast = await act({ id: ids.join(), priority: "urgent" });
    expect(toast).toMatchObject({
      type: "success",
      text: "Priority: Urgent. 2 changed, 1 skipped: No change needed.",
      link: { label: "Details" },
      action: { label: "Undo", name: "back", value: "/tasks?tag=ladder" },
    });
    expect(toast.action.post).toBe(`${toast.link.href}/undo`);
    const undone = await post(toast.action.post, { back: "/tasks?tag=ladder" });
    expect([undone.status, undone.headers.get("Location")]).toEqual([302, "/tasks?tag=ladder"]);
    expect((await row(ids[0] ?? 0)).priority).toBe(1);
    const again = await post(toast.action.post, { back: "https://evil.example/" });
    expect(again.headers.get("Location")).toMatch(/^\/tasks\/bulk\/\d+$/);
  });

  test("refuse invalid status moves, inaccessible tasks and empty changes, each with a message", async () => {
    const closed = await aTask(server.db, { status: "closed" });
    expect(await act({ id: String(closed.id), status: "resolved" })).toEqual({
      type: "error",
      text: `#${closed.id} wasn't changed. The status can't change from Closed to Resolved. Choose another status.`,
    });
    const secret = await aTask(server.db, { confidential: true, evenIfShutOut: true });
    await server.db.deleteFrom("team_member").where("user_id", "=", ada.id).execute();
    for (const id of [secret.id, 999_999]) {
      expect((await act({ id: String(id), priority: "high" })).text).toBe(
        `#${id} wasn't changed. This task no longer exists, or you've lost access to it.`,
      );
    }
    expect((await act({ id: String(closed.id) })).text).toBe("Choose what to change.");
    expect((await act({ priority: "high" })).text).toBe("Select at least one task.");
    expect((await act({ id: "1", priority: "enormous" })).text).toBe("Choose a priority.");
  });

  test("apply a macro that only changes fields; one that replies is confirmed on its page", async () => {
    const { id } = await aTask(server.db);
    const macroOf = async (name: string, kind: "none" | "reply") => {
      const form = {
        name,
        scope: "personal" as const,
        team: null,
        kind,
        text: kind === "none" ? "" : "Hello",
        requestKey: aKey(),
      };
      const saved = await saveMacro(server.db, ada, { ...form, actions: { priority: "high" } }, Date.now());
      return saved.ok ? String(saved.id) : "";
    };
    const [plain, writes] = [await macroOf("Escalate", "none"), await macroOf("Greet", "reply")];
    const choices = await fetch(`${server.origin}/tasks/bulk/in-place?list=&all=yes`, { headers: { cookie } });
    expect(await choices.json()).toMatchObject({
      macros: [
        { id: Number(plain), name: "Escalate", asksFirst: false },
        { id: Number(writes), name: "Greet", asksFirst: true },
      ],
      all: { most: 500 },
    });
    expect((await act({ id: String(id), macro: writes })).type).toBe("error");
    expect((await row(id)).priority).toBe(2);
    expect((await act({ id: String(id), macro: plain })).text).toBe(`#${id} changed. Macro Escalate; Priority: High.`);
    expect((await row(id)).priority).toBe(3);
    const page = await fetch(`${server.origin}/tasks/bulk?id=${id}&macro=${writes}`, { headers: { cookie } });
    expect(await page.text()).toContain(`<option value="${writes}" selected="">Greet (replies)</option>`);
  });

  test("hand the choice of the whole list on to their page", async () => {
    const { id } = await aTask(server.db, { tags: ["whole"] });
    const page = async (which: string) => {
      const answer = await fetch(`${server.origin}/tasks/bulk?list=tag%3Dwhole&id=${id}${which}`, {
        headers: { cookie },
      });
      return /<input type="radio" name="which"[^>]*checked=""[^>]*>/.exec(await answer.text())?.[0];
    };
    expect(await page("")).toContain('value="chosen"');
    expect(await page("&which=all")).toContain('value="all"');
  });

  test("mark several tasks as read at once, and skip those the viewer can't see", async () => {
    const ids = [(await aTask(server.db)).id, (await aTask(server.db)).id];
    const answer = await post(
      `/tasks/${ids[0]}/seen`,
      { unread: "no", id: [...ids, 999_999].join() },
      { cookie, accept: "application/json" },
    );
    expect(answer.status).toBe(204);
    const seen = server.db.selectFrom("task_seen").select("task_id").where("user_id", "=", ada.id);
    expect((await seen.where("task_id", "in", ids).execute()).length).toBe(2);
  });

  test("work without scripts: a plain form returns to its list", async () => {
    const { id } = await aTask(server.db);
    const fields = { id: String(id), status: "in_progress", requestKey: aKey(), back: "/tasks/board?status=any" };
    const answer = await post("/tasks/bulk/in-place", fields, { cookie, accept: "text/html" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/tasks/board?status=any"]);
    expect((await row(id)).status).toBe("in_progress");
  });

  test("aren't for requesters", async () => {
    const rita = await cookieOf(server.db, await aRequester(server.db));
    const { id } = await aTask(server.db);
    const fields = { id: String(id), priority: "high", requestKey: aKey() };
    expect((await post("/tasks/bulk/in-place", fields, { cookie: rita })).status).toBe(403);
    expect((await fetch(`${server.origin}/tasks/bulk/in-place`, { headers: { cookie: rita } })).status).toBe(403);
    expect((await row(id)).priority).toBe(2);
  });
});
