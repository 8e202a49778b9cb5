import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import { createTask } from "~/features/new-task/task-create.server";
import { answerSubTasks } from "~/features/relations/reply-to-sub-tasks.server";
import type { Viewer } from "~/features/users/users";
import { ENGINES, onEachDatabase } from "../../../support/database";
import { aKey, anAgent, aRequester, aTask, NOON } from "../../../support/factories";
import { startServer, type TestServer } from "../../../support/server";
import { cookieOf } from "../../../support/session";

const LATER = NOON + 60_000;
const MINUTE = 60_000;
const words = (body: string, more: object = {}) => ({ body, requestKey: aKey(), ...more });

onEachDatabase("domain B12: sending the same text again from a fresh form", (test) => {
  test("asks for ten minutes, even about a held reply, and sends after that or on confirmation", async ({ db }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const held = { windowMs: 10_000 };
    const first = await replyToTask(db, ada, id, words("Please restart it."), LATER, held);
    expect(first).toMatchObject({ ok: true, held: expect.any(Number) });
    const messageId = first.ok ? first.held : null;
    const asked = { ok: false, why: "sent_already", taskId: id, messageId, at: LATER };

    const again = words("Please restart it.");
    expect(await replyToTask(db, ada, id, again, LATER + 10 * MINUTE - 1, held)).toEqual(asked);
    expect(await replyToTask(db, ada, id, words("Please restart it!"), LATER + 1, held)).toMatchObject({ ok: true });
    expect(await replyToTask(db, ada, id, again, LATER + 2, held)).toMatchObject({ ok: true }); // no longer the latest
    const third = words("Please restart it.");
    expect(await replyToTask(db, ada, id, third, LATER + 3, held)).toMatchObject({ why: "sent_already" });
    expect(await replyToTask(db, ada, id, { ...third, anyway: true }, LATER + 4, held)).toMatchObject({
      ok: true,
      repeated: false,
    });
    expect(await replyToTask(db, ada, id, words("Please restart it."), LATER + 4 + 10 * MINUTE)).toMatchObject({
      ok: true,
    });
  });

  test("doesn't ask when the author, the task or the kind of message differs", async ({ db }) => {
    const [ada, bob, { id, requester }] = [await anAgent(db), await anAgent(db), await aTask(db)];
    const other = await aTask(db);
    await replyToTask(db, ada, id, words("Thanks"), LATER);
    for (const each of [bob, requester]) {
      expect(await replyToTask(db, each, id, words("Thanks"), LATER)).toMatchObject({ ok: true });
    }
    expect(await replyToTask(db, ada, other.id, words("Thanks"), LATER)).toMatchObject({ ok: true });
    expect(await addNote(db, ada, id, words("Thanks"), LATER)).toMatchObject({ ok: true });
    expect(await addNote(db, ada, id, words("Thanks"), LATER + 1)).toMatchObject({ ok: false, why: "sent_already" });
    expect(await addNote(db, ada, id, words("Thanks", { anyway: true }), LATER + 2)).toMatchObject({ ok: true });
  });

  test("asks when the files are the same or missing, but not when another file is attached", async ({ db }) => {
    const { id, requester } = await aTask(db);
    const file = async (sha256: string) => {
      await db
        .insertInto("file")
        .values({ sha256, size: 1, type: "text/plain", width: null, height: null, created_at: NOON })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const place = { user_id: requester.id, task_id: id, kind: "reply", body: "" } as const;
      const times = { created_at: NOON, updated_at: NOON };
      const draft = await db
        .insertInto("draft")
        .values({ ...place, ...times })
        .returning("id")
        .executeTakeFirst();
      const attachment = { sha256, task_id: id, draft_id: draft?.id ?? 0, uploaded_by: requester.id, name: "a.txt" };
      await db
        .insertInto("attachment")
        .values({ ...attachment, declared_type: "", size: 1, created_at: NOON })
        .execute();
    };
    await file("a".repeat(64));
    await replyToTask(db, requester, id, words("See the file."), LATER);
    expect(await replyToTask(db, requester, id, words("See the file."), LATER)).toMatchObject({ why: "sent_already" });
    await file("a".repeat(64));
    expect(await replyToTask(db, requester, id, words("See the file."), LATER)).toMatchObject({ why: "sent_already" });
    await db.deleteFrom("attachment").where("draft_id", "is not", null).execute();
    await db.deleteFrom("draft").execute();
    await file("b".repeat(64));
    expect(await replyToTask(db, requester, id, words("See the file."), LATER)).toMatchObject({ ok: true });
  });

  test("opens one follow-up task, not two, when the old one is closed for good", async ({ db }) => {
    const { id, requester } = await aTask(db, { status: "closed" });
    const late = NOON + 15 * 24 * 60 * MINUTE;
    const made = await replyToTask(db, requester, id, words("It is back."), late);
    expect(made).toMatchObject({ ok: true, id: id + 1 });
    expect(await replyToTask(db, requester, id, words("It is back."), late + MINUTE)).toMatchObject({
      why: "sent_already",
      taskId: id + 1,
    });
  });

  test("skips sub-tasks that already got the reply when answering all of them", async ({ db }) => {
    const [ada, parent, { id }] = [await anAgent(db), await aTask(db), await aTask(db)];
    await db.updateTable("task").set({ parent_id: parent.id }).where("id", "=", id).execute();
    const answer = () => ({ ...words("All is well."), chosen: [id] });
    expect(await answerSubTasks(db, ada, parent.id, answer(), LATER)).toEqual({ done: [id], skipped: [] });
    expect(await answerSubTasks(db, ada, parent.id, answer(), LATER)).toEqual({
      done: [],
      skipped: [{ id, why: "You already sent this reply." }],
    });
  });
});

onEachDatabase("creating the same task again", (test) => {
  const task = () => ({ title: "Printer on fire", body: "It burns.", type: "incident", requestKey: aKey() }) as const;

  test("asks for ten minutes, and creates the task on confirmation or after that", async ({ db }) => {
    const rita = await aRequester(db);
    const made = await createTask(db, rita, task(), NOON);
    const asked = { ok: false, why: "created_already", taskId: made.ok && made.id, at: NOON };
    const again = task();
    expect(await createTask(db, rita, again, NOON + 10 * MINUTE - 1)).toEqual(asked);
    const meant = await createTask(db, rita, { ...again, anyway: true }, NOON + 10 * MINUTE - 1);
    expect(meant).toMatchObject({ ok: true, repeated: false });
    expect(await createTask(db, rita, task(), NOON + 20 * MINUTE)).toMatchObject({ ok: true });
  });

  test("doesn't ask when the title, text, author, requester or parent differs", async ({ db }) => {
    const [ada, rita] = [await anAgent(db), await aRequester(db)];
    const { id: parent } = await aTask(db);
    for (const [who, more] of [
      [ada, {}],
      [rita, {}],
      [ada, { title: "Printer on fire again" }],
      [ada, { body: "It burns brightly." }],
      [ada, { requester: rita.email ?? "" }],
      [ada, { requester: "new-here@example.org" }],
      [ada, { parent }],
    ] as const) {
      const made = await createTask(db, who, { ...task(), ...more }, NOON);
      expect(made, JSON.stringify(more)).toMatchObject({ ok: true });
      const again = await createTask(db, who, { ...task(), ...more }, NOON + 1);
      expect(again).toMatchObject({ why: "created_already", taskId: made.ok && made.id });
    }
  });
});

describe.each(ENGINES)("domain B12: going Back and sending again, over HTTP (%s)", (engine) => {
  let server: TestServer;
  let [ada, rita]: Viewer[] = [];
  const cookies = new Map<number | undefined, string>();
  beforeAll(async () => {
    server = await startServer(engine, { SENDING_WINDOW_SECONDS: "60" });
    ada = await anAgent(server.db, { name: "Ada" });
    rita = await aRequester(server.db, { name: "Rita" });
    for (const each of [ada, rita]) cookies.set(each.id, await cookieOf(server.db, each));
  });
  afterAll(() => server.stop());

  async function send(who: Viewer | undefined, id: number | "new", fields: Record<string, string>) {
    const answer = await fetch(`${server.origin}/tasks/${id}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { cookie: cookies.get(who?.id) ?? "", accept: "text/html" },
      redirect: "manual",
    });
    return { status: answer.status, text: await answer.text() };
  }
  const said = (id: number, body: string) =>
    server.db.selectFrom("message").select("id").where("task_id", "=", id).where("body", "=", body).execute();

  test.each([
    ["an agent's reply", "reply", "body", () => ada, "Send anyway"],
    ["an internal note", "note", "note", () => ada, "Add anyway"],
    ["the requester's reply", "reply", "body", () => rita, "Send anyway"],
  ] as const)("%s isn't sent twice without asking, and its text is kept", async (_, form, field, writer, button) => {
    const { id } = await aTask(server.db, rita && { requester: rita });
    const typed = () => ({ form, [field]: "Is it <better> now?", requestKey: aKey() });
    expect((await send(writer(), id, typed())).status).toBe(302);
    const [first] = await said(id, "Is it <better> now?");

    const again = typed();
    const refused = await send(writer(), id, again);
    expect(refused.status).toBe(409);
    for (const piece of [
      `<a href="#message-${first?.id}">this ${form}</a>`,
      "Is it &lt;better&gt; now?</textarea>",
      button,
      'name="anyway" value="yes"',
    ])
      expect(refused.text).toContain(piece);
    expect(await said(id, "Is it <better> now?")).toHaveLength(1);
    expect((await send(writer(), id, { ...again, anyway: "yes" })).status).toBe(302);
    expect((await send(writer(), id, { ...again, anyway: "yes" })).status).toBe(302);
    expect(await said(id, "Is it <better> now?")).toHaveLength(2);
  });

  test("a new task isn't created twice without asking, and the form keeps its text", async () => {
    for (const who of [ada, rita]) {
      const typed = () => ({ title: "Is it <warm>?", body: "It is <cold>.", type: "incident", requestKey: aKey() });
      expect((await send(who, "new", typed())).status).toBe(302);
      const tasks = () =>
        server.db
          .selectFrom("task")
          .select("id")
          .where("created_by", "=", who?.id ?? 0)
          .where("title", "=", "Is it <warm>?")
          .orderBy("id")
          .execute();
      const [first] = await tasks();
      const again = typed();
      const refused = await send(who, "new", again);
      expect(refused.status).toBe(409);
      for (const piece of [
        `You created <a href="/tasks/${first?.id}">#`,
        "It is &lt;cold&gt;.</textarea>",
        'value="Is it &lt;warm&gt;?"',
        "Create anyway",
        'name="anyway" value="yes"',
      ])
        expect(refused.text).toContain(piece);
      expect(await tasks()).toHaveLength(1);
      for (let time = 1; time <= 2; time++) {
        expect((await send(who, "new", { ...again, anyway: "yes" })).status).toBe(302);
      }
      expect(await tasks()).toHaveLength(2);
    }
  });

  const OTHER_TEXT = "This wasn&#x27;t sent, because something else was already sent from this page.";
  const keyIn = (html: string, form: string) => {
    const after = html.slice(html.indexOf(`aria-label="${form}"`));
    return /name="requestKey" value="([^"]*)"/.exec(after)?.[1] ?? "";
  };

  test.each([
    ["a reply", "Reply", "reply", "body", () => ada],
    ["an internal note", "Internal note", "note", "note", () => ada],
    ["the requester's reply", "Reply", "reply", "body", () => rita],
    ["a new request", "New request", "", "body", () => rita],
    ["a checklist item", "Add item", "checklist", "text", () => ada],
  ] as const)(
    "%s, edited on the page it was sent from, gets 409 with its text and a new request key",
    async (_, label, form, field, writer) => {
      const place = form === "" ? "new" : (await aTask(server.db, rita && { requester: rita })).id;
      const fields = { form, title: "Once more", type: "incident", requestKey: aKey() };
      const [first, second] = [`First ${aKey()}`, `Second ${aKey()}`];
      const stored = async () => {
        const messages = await server.db.selectFrom("message").select("body as text").execute();
        const items = await server.db.selectFrom("checklist_item").select("text").execute();
        return [first, second].map((text) => [...messages, ...items].filter((one) => one.text === text).length);
      };
      for (const _ of [1, 2]) expect((await send(writer(), place, { ...fields, [field]: first })).status).toBe(302);

      const refused = await send(writer(), place, { ...fields, [field]: second });
      expect(refused.status).toBe(409);
      expect(refused.text).toContain(OTHER_TEXT);
      expect(refused.text).toContain(second);
      expect(await stored()).toEqual([1, 0]);
      const requestKey = keyIn(refused.text, label);
      expect(requestKey).not.toBe(fields.requestKey);
      for (const _ of [1, 2]) {
        expect((await send(writer(), place, { ...fields, requestKey, [field]: second })).status).toBe(302);
      }
      expect(await stored()).toEqual([1, 1]);
    },
  );

  test("a different outcome under the same request key is refused, not taken as a repeat", async () => {
    const { id } = await aTask(server.db, rita && { requester: rita });
    const status = async () =>
      (await server.db.selectFrom("task").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;
    const form = { form: "reply", body: "", requestKey: aKey() };
    for (const _ of [1, 2]) expect((await send(rita, id, { ...form, outcome: "solved" })).status).toBe(302);
    expect(await status()).toBe("resolved");

    const refused = await send(rita, id, { ...form, outcome: "not_solved" });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(OTHER_TEXT);
    const requestKey = keyIn(refused.text, "Reply");
    expect((await send(rita, id, { ...form, requestKey, outcome: "not_solved" })).status).toBe(302);
    expect(await status()).toBe("in_progress");
  });

  test("a repeated form gets 404 once its sender has lost access to the task", async () => {
    const { id } = await aTask(server.db, rita && { requester: rita });
    const form = { form: "reply", body: "Thanks", outcome: "solved", requestKey: aKey() };
    expect((await send(rita, id, form)).status).toBe(302);
    await server.db.updateTable("task").set({ requester_id: ada?.id }).where("id", "=", id).execute();
    const [lost, none] = [await send(rita, id, form), await send(rita, 999_999, { ...form, requestKey: aKey() })];
    expect([lost.status, none.status]).toEqual([404, 404]);
    expect(lost.text).toContain("Thanks");
  });

  test("the page asks to choose the files again if the refused form had any", async () => {
    const { id } = await aTask(server.db, rita && { requester: rita });
    const form = new FormData();
    for (const [name, value] of Object.entries({ form: "reply", body: "One", requestKey: aKey() }))
      form.set(name, value);
    const post = () =>
      fetch(`${server.origin}/tasks/${id}`, {
        method: "POST",
        body: form,
        headers: { cookie: cookies.get(rita?.id) ?? "", accept: "text/html" },
        redirect: "manual",
      });
    expect((await post()).status).toBe(302);
    form.set("body", "Two");
    expect(await (await post()).text()).not.toContain("Choose the files again");
    form.set("files", new File(["content"], "a.txt"));
    expect(await (await post()).text()).toContain("Choose the files again");
  });
});
