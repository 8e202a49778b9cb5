import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeTask } from "~/features/tasks/task-change.server";
import type { TaskFields } from "~/features/tasks/task-schema";
import type { Viewer } from "~/features/users/users";
import { ENGINES } from "../../support/database";
import { aKey, anAgent, aRequester, aTask } from "../../support/factories";
import { startServer, type TestServer } from "../../support/server";
import { cookieOf } from "../../support/session";

describe.each(ENGINES)("domain B12: undo over HTTP (%s)", (engine) => {
  let server: TestServer;
  let [ada, bob, rita]: Viewer[] = [];
  beforeAll(async () => {
    server = await startServer(engine);
    ada = await anAgent(server.db, { name: "Ada" });
    bob = await anAgent(server.db, { name: "Bob" });
    rita = await aRequester(server.db, { name: "Rita" });
  });
  afterAll(() => server.stop());

  async function ask(who: Viewer | undefined, path: string, fields?: Record<string, string>) {
    const cookie = who ? await cookieOf(server.db, who) : "";
    const answer = await fetch(server.origin + path, {
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
      headers: { cookie, accept: "text/html" },
      redirect: "manual",
    });
    const toast = answer.headers.getSetCookie().find((each) => each.startsWith("taskdesk-toast=ey"));
    const said = toast?.split(";")[0]?.slice("taskdesk-toast=".length).split(".")[0] ?? "";
    return {
      status: answer.status,
      text: await answer.text(),
      location: answer.headers.get("Location"),
      toast: said && JSON.parse(Buffer.from(decodeURIComponent(said), "base64").toString("utf8")),
    };
  }

  const row = (id: number) => server.db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  async function change(who: Viewer | undefined, id: number, to: TaskFields) {
    const { version } = await row(id);
    const changed = await changeTask(server.db, who as Viewer, id, { change: { ...to, version }, was: {} }, Date.now());
    return changed.ok ? changed.changeSetId : null;
  }

  test("the toast of a change has an Undo button, which undoes the change once", async () => {
    const { id } = await aTask(server.db);
    const fields = { form: "fields", version: "1", priority: "high", was_priority: "normal" };
    const { toast } = await ask(ada, `/tasks/${id}`, fields);
    expect(toast).toMatchObject({ text: `Priority of #${id} set to High`, action: { label: "Undo" } });

    const undone = await ask(ada, toast.action.post, {});
    expect(undone).toMatchObject({ status: 302, location: `/tasks/${id}` });
    expect(undone.toast).toMatchObject({ type: "success", text: "Undone: Priority." });
    expect(await row(id)).toMatchObject({ priority: 2, version: 3 });
    const again = await ask(ada, toast.action.post, {});
    expect(again.toast).toMatchObject({ type: "error", text: "That change was already undone." });
  });

  test("taking a task is undone the same way", async () => {
    const { id } = await aTask(server.db);
    const { toast } = await ask(ada, `/tasks/${id}/assignment`, {});
    await ask(ada, toast.action.post, {});
    expect(await row(id)).toMatchObject({ assignee_id: null, status: "new" });
  });

  test("the toast names fields that stay because others have changed them since then", async () => {
    const { id } = await aTask(server.db);
    const set = await change(ada, id, { priority: "high", title: "Mine" });
    await change(bob, id, { priority: "low" });
    const { toast } = await ask(ada, `/tasks/${id}/undo/${set}`, {});
    expect(toast).toMatchObject({
      type: "warning",
      text: "Undone: Title. Priority has changed since then and stays Low.",
    });
    const second = await change(ada, id, { priority: "high" });
    await change(bob, id, { priority: "urgent" });
    expect((await ask(ada, `/tasks/${id}/undo/${second}`, {})).toast).toMatchObject({
      type: "error",
      text: "Nothing was undone. Priority has changed since then and stays Urgent.",
    });
    await change(bob, id, { priority: "low" });
    expect((await ask(ada, `/tasks/${id}/undo/${second}`, {})).toast.text).toBe(
      "Nothing was undone. Already undone: Priority.",
    );
  });

  test("the author can undo a status change sent with a reply from its toast", async () => {
    const { id } = await aTask(server.db, { status: "in_progress", ...(rita && { requester: rita }) });
    const reply = { form: "reply", body: "Done.", after: "resolved", requestKey: aKey() };
    const sent = await ask(ada, `/tasks/${id}`, reply);
    expect(sent.toast).toMatchObject({ text: "Reply sent", action: { label: "Undo status change" } });
    await ask(ada, sent.toast.action.post, {});
    expect(await row(id)).toMatchObject({ status: "in_progress", resolved_at: null });

    const solved = await ask(rita, `/tasks/${id}`, { form: "reply", outcome: "solved", requestKey: aKey() });
    expect(solved.toast).toMatchObject({ action: { label: "Undo" } });
    const back = await ask(rita, solved.toast.action.post, {});
    expect(back).toMatchObject({ status: 302, location: `/tasks/${id}`, toast: { text: "Undone" } });
    expect(await row(id)).toMatchObject({ status: "in_progress", resolved_at: null });

    const again = await ask(rita, `/tasks/${id}`, { form: "reply", outcome: "solved", requestKey: aKey() });
    await change(ada, id, { status: "on_hold" });
    const kept = await ask(rita, again.toast.action.post, {});
    expect(kept.toast).toMatchObject({
      type: "error",
      text: "This can't be undone: the request has changed since then. Send a reply instead.",
    });
    expect(await row(id)).toMatchObject({ status: "on_hold" });
  });

  test("only agents with access can undo; others get the same 404 as for a missing task", async () => {
    const { id } = await aTask(server.db, rita && { requester: rita });
    const set = await change(ada, id, { priority: "high" });
    const [own, none] = [await ask(rita, `/tasks/${id}/undo/${set}`, {}), await ask(rita, "/tasks/98765/undo/1", {})];
    expect([own.status, none.status]).toEqual([404, 404]);
    const same = (text: string) => text.replace(/[0-9a-f]{64}|nonce="[^"]*"|\d+\/undo\/\d+/g, "");
    expect(same(own.text)).toBe(same(none.text));
    for (const path of [`/tasks/0/undo/${set}`, `/tasks/${id}/undo/x`]) {
      expect((await ask(ada, path, {})).status, path).toBe(404);
    }
    expect((await ask(ada, `/tasks/${id}/undo/${set}`)).status).toBe(405);
    expect((await ask(bob, `/tasks/${id}/undo/${set}`, {})).toast.text).toMatch(/^Only the person who made a change/);
    expect(await row(id)).toMatchObject({ priority: 3 });
  });
});
