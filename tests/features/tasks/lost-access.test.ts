import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { salvagedTextOf } from "~/features/conversation/drafts/drafts";
import { addNote } from "~/features/conversation/task-reply.server";
import { mergeTasks } from "~/features/relations/merge.server";
import type { Viewer } from "~/features/users/users";
import { ENGINES } from "../../support/database";
import { aKey, anAgent, aRequester, aTask } from "../../support/factories";
import { startServer, type TestServer } from "../../support/server";
import { cookieOf } from "../../support/session";

const TYPED = 'Long "words" </textarea><b>';
const SHOWN = "Long &quot;words&quot; &lt;/textarea&gt;&lt;b&gt;</textarea>";
const NOBODYS = 987_654;

describe.each(ENGINES)("domain B12: losing access to a task while writing keeps the text (%s)", (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(engine);
  });
  afterAll(() => server.stop());

  async function send(who: Viewer, path: string, fields: Record<string, string>) {
    const answer = await fetch(server.origin + path, {
      method: "POST",
      body: new URLSearchParams({ requestKey: aKey(), ...fields }),
      headers: { cookie: await cookieOf(server.db, who), accept: "text/html" },
      redirect: "manual",
    });
    return { status: answer.status, text: await answer.text() };
  }
  const shapeOf = (text: string, path: string) =>
    text
      .replaceAll(path, "PATH")
      .replace(/nonce="[^"]*"|[0-9a-f]{64}|[0-9a-f-]{36}|\d{4}-\d\d-\d\dT[\d:.]+Z|\d{13}/g, "");

  test("the response is the same 404 as for a missing task and shows the typed text", async () => {
    const [ada, otto, { id }] = [await anAgent(server.db), await aRequester(server.db), await aTask(server.db)];
    await server.db.deleteFrom("team_member").where("user_id", "=", ada.id).execute();
    await server.db.updateTable("task").set({ confidential: 1 }).where("id", "=", id).execute();
    const changed = { version: "1", was_title: "Old", title: TYPED, was_priority: "low", priority: "low" };
    for (const [who, fields] of [
      [otto, { form: "reply", body: TYPED }],
      [otto, { form: "reply", body: TYPED, do: "save-draft" }],
      [otto, { form: "rating", rating: "good", comment: TYPED }],
      [otto, { form: "participants", cc: TYPED }],
      [ada, { form: "reply", body: TYPED, after: "keep" }],
      [ada, { form: "note", note: TYPED }],
      [ada, { form: "note", note: TYPED, do: "preview" }],
      [ada, { form: "reply", body: `${"okapi ".repeat(11_000)}${TYPED}`, after: "keep" }],
      [ada, { form: "checklist", text: TYPED }],
      [ada, { form: "fields", ...changed }],
    ] as [Viewer, Record<string, string>][]) {
      const theirs = await send(who, `/tasks/${id}`, fields);
      const nobodys = await send(who, `/tasks/${NOBODYS}`, fields);
      expect([theirs.status, nobodys.status], JSON.stringify(fields)).toEqual([404, 404]);
      expect(theirs.text).toContain("Your text");
      expect(theirs.text).toContain(SHOWN);
      expect(shapeOf(theirs.text, `/tasks/${id}`)).toBe(shapeOf(nobodys.text, `/tasks/${NOBODYS}`));
    }
    expect((await send(otto, `/tasks/${id}`, { form: "reply", body: "" })).text).not.toContain("Your text");
    const asJson = await fetch(`${server.origin}/tasks/${id}`, {
      method: "POST",
      body: new URLSearchParams({ form: "reply", body: TYPED, requestKey: aKey() }),
      headers: { cookie: await cookieOf(server.db, otto), accept: "application/json" },
    });
    expect(await asJson.json()).toMatchObject({ statusCode: 404, message: `Page Not Found: /tasks/${id}` });
  });

  test("after a merge, fields and checklist forms link to the target if the user can see it", async () => {
    const [ada, rita] = [await anAgent(server.db), await aRequester(server.db)];
    const { id: source } = await aTask(server.db, { requester: rita });
    const { id: target } = await aTask(server.db);
    const merge = { source, into: target, version: 1, intoVersion: 1, keepsRequester: false };
    expect(await mergeTasks(server.db, ada, merge, Date.now())).toMatchObject({ ok: true });

    const changed = { version: "1", was_title: "Old", title: TYPED, was_tags: "", tags: "vpn", confidential: "no" };
    for (const fields of [
      { form: "fields", ...changed, was_confidential: "no" },
      { form: "checklist", text: TYPED },
    ]) {
      const answer = await send(ada, `/tasks/${source}`, fields);
      expect(answer.status).toBe(409);
      expect(answer.text).toContain(`href="/tasks/${target}"`);
      expect(answer.text).toContain("Nothing was saved");
      expect(answer.text).toContain(
        fields.form === "fields" ? `Title: ${SHOWN.replace("</textarea>", "")}\nTags: vpn</textarea>` : SHOWN,
      );
    }
    const hers = await send(rita, `/tasks/${source}`, { form: "reply", body: TYPED });
    expect([hers.status, hers.text.includes(SHOWN), hers.text.includes(`/tasks/${target}`)]).toEqual([
      404,
      true,
      false,
    ]);
  });

  test("sub-task answers and text typed below a withdrawn reply are kept, too", async () => {
    const [ada, bob, rita] = [await anAgent(server.db), await anAgent(server.db), await aRequester(server.db)];
    const [{ id: source }, { id: target }, { id: hidden }] = [
      await aTask(server.db),
      await aTask(server.db),
      await aTask(server.db),
    ];
    await server.db.deleteFrom("team_member").where("user_id", "=", bob.id).execute();
    await server.db.updateTable("task").set({ confidential: 1 }).where("id", "=", hidden).execute();
    const merge = { source, into: target, version: 1, intoVersion: 1, keepsRequester: false };
    expect(await mergeTasks(server.db, ada, merge, Date.now())).toMatchObject({ ok: true });
    for (const [page, fields] of [
      ["children", { form: "answer", child: "1", body: TYPED, after: "" }],
      ["messages/1/withdrawal", { form: "reply", body: TYPED, after: "keep" }],
    ] as [string, Record<string, string>][]) {
      const theirs = await send(bob, `/tasks/${hidden}/${page}`, fields);
      const nobodys = await send(bob, `/tasks/${NOBODYS}/${page}`, fields);
      expect([theirs.status, theirs.text.includes(SHOWN)], page).toEqual([404, true]);
      expect(shapeOf(theirs.text, `/tasks/${hidden}`)).toBe(shapeOf(nobodys.text, `/tasks/${NOBODYS}`));
      const hers = await send(rita, `/tasks/${source}/${page}`, fields);
      expect([hers.status, hers.text.includes(SHOWN), hers.text.includes(`/tasks/${target}`)], page).toEqual([
        403,
        true,
        false,
      ]);
      const merged = await send(ada, `/tasks/${source}/${page}`, fields);
      expect([merged.status, merged.text.includes(SHOWN)], page).toEqual([409, true]);
      expect(merged.text).toContain(`href="/tasks/${target}"`);
    }
    const resolved = await send(bob, `/tasks/${hidden}/children`, { form: "resolve", child: "1", body: "" });
    expect(resolved.text).not.toContain("Your text");
  });

  test("text typed below a reply stays when it's too late to withdraw the reply", async () => {
    const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
    const late = await send(ada, `/tasks/${id}/messages/987654/withdrawal`, { form: "reply", body: TYPED });
    expect(late.status).toBe(302);
    const page = await fetch(`${server.origin}/tasks/${id}`, { headers: { cookie: await cookieOf(server.db, ada) } });
    expect(await page.text()).toContain(SHOWN);
  });

  test("a note or note edit by an agent who became a requester is kept, too", async () => {
    const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
    await addNote(server.db, ada, id, { body: "Between us", requestKey: aKey() }, Date.now());
    const note = server.db.selectFrom("message").select("id").where("task_id", "=", id).where("kind", "=", "internal");
    const path = `/tasks/${id}/messages/${(await note.executeTakeFirstOrThrow()).id}/edit`;
    await server.db.updateTable("user").set({ role: "requester" }).where("id", "=", ada.id).execute();
    const written = await send(ada, `/tasks/${id}`, { form: "note", note: TYPED });
    expect([written.status, written.text.includes(SHOWN)]).toEqual([404, true]);
    const changed = await send(ada, path, { note: TYPED, was: "1" });
    expect([changed.status, changed.text.includes(SHOWN)]).toEqual([404, true]);
  });
});

describe("the salvaged text of a form", () => {
  test.each([
    ["is the message text", { form: "reply", body: "Hello", after: "keep", seen: "1~2", requestKey: "k" }, "Hello"],
    ["lists the changed fields", { form: "fields", was_title: "A", title: "B", was_due: "", due: "" }, "Title: B"],
    ["names custom fields by their keys", { "was_field.floor": "1", "field.floor": "2" }, "floor: 2"],
    ["is empty if only buttons were pressed", { form: "reply", body: " ", outcome: "solved", do: "x" }, ""],
    ["contains no secrets", { body: "Hello", csrfToken: "abc", password: "abc" }, "Hello"],
  ])("%s", (_, fields, written) => {
    expect(salvagedTextOf(Object.entries(fields))).toBe(written);
  });
});
