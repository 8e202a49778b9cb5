import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { saveMacro } from "~/features/macros/macros.server";
import { readPreferences } from "~/features/users/preferences.server";
import type { Viewer } from "~/features/users/users";
import { ENGINES } from "../../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask } from "../../support/factories";
import { aSearchableTeam } from "../../support/search-desk";
import { startServer, type TestServer } from "../../support/server";
import { cookieOf } from "../../support/session";

describe.each(ENGINES)("behaviour 11: tasks over HTTP (%s)", (engine) => {
  let server: TestServer;
  let [ada, rita, otto]: Viewer[] = [];
  const cookies = new Map<number | undefined, string>();
  beforeAll(async () => {
    server = await startServer(engine);
    ada = await anAgent(server.db, { name: "Ada" });
    rita = await aRequester(server.db, { name: "Rita", email: "rita@example.org" });
    otto = await aRequester(server.db, { name: "Otto" });
    for (const each of [ada, rita, otto]) cookies.set(each.id, await cookieOf(server.db, each));
  });
  afterAll(() => server.stop());

  const headersOf = (who: Viewer | undefined) => ({ cookie: cookies.get(who?.id) ?? "", accept: "text/html" });

  async function ask(who: Viewer | undefined, path: string, fields?: Record<string, string>) {
    const answer = await fetch(server.origin + path, {
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
      headers: headersOf(who),
      redirect: "manual",
    });
    return { status: answer.status, text: await answer.text(), location: answer.headers.get("Location") };
  }

  const task = (more: Parameters<typeof aTask>[1] = {}) => aTask(server.db, rita ? { requester: rita, ...more } : more);
  const row = (id: number) => server.db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const messages = (id: number) =>
    server.db.selectFrom("message").select("body").where("task_id", "=", id).orderBy("id").execute();
  const input = (html: string, name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(html)?.[1] ?? "";

  test("behaviour 4.1: malformed, unknown and inaccessible task numbers get the same 404", async () => {
    const { id } = await task();
    for (const wrong of ["0", "01", "1e3", "x", "-1", "1234567890", "999999999", "%00", String(id)]) {
      const { status, text } = await ask(otto, `/tasks/${wrong}`);
      expect(status, wrong).toBe(404);
      expect(text).toContain("Page Not Found: /tasks/");
    }
    const shapeOf = (text: string, path: string) =>
      text.replaceAll(path, "PATH").replace(/nonce="[^"]*"|[0-9a-f]{64}/g, "");
    const [theirs, nobodys] = [await ask(otto, `/tasks/${id}`), await ask(otto, "/tasks/987654")];
    expect(shapeOf(theirs.text, `/tasks/${id}`)).toBe(shapeOf(nobodys.text, "/tasks/987654"));
    for (const form of ["reply"]) {
      expect((await ask(otto, `/tasks/${id}`, { form, body: "x", requestKey: aKey() })).status).toBe(404);
    }
    expect(await messages(id)).toHaveLength(1);
  });

  test("the new-task form opens its extra fields when one has a value or an error", async () => {
    const isOpen = ({ text }: { text: string }) =>
      /<details class="more-fields"( open="")?>/.exec(text)?.[1] !== undefined;
    expect(isOpen(await ask(ada, "/tasks/new"))).toBe(false);
    const fields = { title: "", body: "", type: "task", requestKey: aKey() };
    expect(isOpen(await ask(ada, "/tasks/new", fields))).toBe(false);
    for (const more of [{ cc: "nobody-of-that-name" }, { cc: "rita@example.org" }, { confidential: "yes" }]) {
      expect(isOpen(await ask(ada, "/tasks/new", { ...fields, ...more })), JSON.stringify(more)).toBe(true);
    }
    expect((await ask(rita, "/tasks/new")).text).not.toContain("more-fields");
  });

  test("formatting help is collapsed and tied to its field for screen readers", async () => {
    const { id } = await task();
    for (const [who, forms] of [
      [ada, ["reply", "note"]],
      [rita, ["reply"]],
    ] as const) {
      const { text } = await ask(who, `/tasks/${id}`);
      expect(text.match(/<summary>Formatting and files/g)).toHaveLength(forms.length);
      for (const [, ids = ""] of text.matchAll(/<textarea[^>]* aria-describedby="([^"]*)"/g))
        for (const one of ids.split(" ")) expect(text).toContain(`id="${one}"`);
      expect(text.match(/<textarea[^>]* aria-describedby="field-(body|note)-hint"/g)).toHaveLength(forms.length);
      expect(text.match(/<input[^>]*type="file"[^>]* aria-describedby="([^"]*)"/g)).toHaveLength(forms.length);
    }
  });

  test("a requester creates a request; sending twice creates one, shown in requester wording", async () => {
    const form = await ask(rita, "/tasks/new");
    expect(form.text).toContain("New request");
    expect(form.text).not.toContain('name="assignee"');
    const fields = {
      title: "No <b>network</b>",
      body: "Since **noon**",
      type: "incident",
      requestKey: input(form.text, "requestKey"),
    };
    const made = await ask(rita, "/tasks/new", { ...fields, assignee: String(ada?.id), priority: "urgent" });
    expect(made.status).toBe(302);
    expect((await ask(rita, "/tasks/new", fields)).location).toBe(made.location);

    const page = await ask(rita, made.location ?? "");
    expect(page.text).toContain("No &lt;b&gt;network&lt;/b&gt;");
    expect(page.text).toContain("<strong>noon</strong>");
    expect(page.text).toContain("Received");
    expect(await row(Number(made.location?.split("/")[2]))).toMatchObject({ priority: 2, assignee_id: null });
  });

  test("a rejected form explains why and keeps the entered values", async () => {
    const body = 'Long "text" </textarea>';
    const refused = await ask(ada, "/tasks/new", {
      title: " ",
      body,
      requester: "Nobody Known",
      tags: "a<b",
      requestKey: aKey(),
    });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("Enter a title.");
    expect(refused.text).toContain("“a&lt;b” can&#x27;t be a tag.");
    expect(refused.text).toContain("Long &quot;text&quot; &lt;/textarea&gt;");
    expect(refused.text).toContain('value="Nobody Known"');

    const unknown = await ask(ada, "/tasks/new", { title: "a", body, requester: "Nobody Known", requestKey: aKey() });
    expect(unknown.status).toBe(422);
    expect(unknown.text).toContain("No one has this name.");

    const { id } = await task();
    const tooLong = await ask(rita, `/tasks/${id}`, { form: "reply", body: "x".repeat(65_537), requestKey: aKey() });
    expect(tooLong.status).toBe(422);
    expect(tooLong.text).toContain("at most 65,536 characters");
    expect(tooLong.text).toContain("x".repeat(65_537));
  });

  test("all field errors are listed at once, each with its field's name", async () => {
    const { id } = await task();
    const wrong = await ask(ada, `/tasks/${id}`, {
      form: "fields",
      version: "1",
      requester: "Nobody Known",
      status: "on_hold",
      snooze: "2001-01-01",
      team: "999",
    });
    expect(wrong.status).toBe(422);
    for (const [field, message] of [
      ["requester", "Requester: No one has this name. Enter a full name or an email address."],
      ["snooze", "Snoozed until: Choose a day in the future."],
      ["team", "Team: Choose an option from the list."],
    ] as const)
      expect(wrong.text).toMatch(new RegExp(`<a href="#field-${field}">${message}`));
  });

  test.each(["children", "split"])("a /%s form rendered for another user is refused", async (page) => {
    const root = await anAdmin(server.db);
    cookies.set(root.id, await cookieOf(server.db, root));
    const [{ id }, { id: child }] = [await task(), await task()];
    await server.db.updateTable("task").set({ parent_id: id }).where("id", "=", child).execute();
    const message = await server.db
      .selectFrom("message")
      .select("id")
      .where("task_id", "=", id)
      .executeTakeFirstOrThrow();
    const form = await ask(root, `/tasks/${id}/${page}`);
    const requestKey = /name="requestKey" value="([^"]+)"/.exec(form.text)?.[1] ?? "";
    const answer = { form: "answer", child: String(child), body: `Root's ${page}`, after: "" };
    const sent = { ...answer, title: `Root's ${page}`, message: String(message.id), requestKey };
    const said = () => server.db.selectFrom("message").select("id").where("body", "=", `Root's ${page}`).execute();
    const tasks = () => server.db.selectFrom("task").select("id").where("title", "=", `Root's ${page}`).execute();
    expect((await ask(ada, `/tasks/${id}/${page}`, sent)).status).toBe(409);
    expect([await said(), await tasks()]).toEqual([[], []]);
    expect((await ask(root, `/tasks/${id}/${page}`, sent)).status).toBe(302);
  });

  test("a sub-task of a confidential task starts out confidential", async () => {
    const root = await anAdmin(server.db);
    cookies.set(root.id, await cookieOf(server.db, root));
    for (const confidential of [false, true]) {
      const { id } = await task();
      const mark = { confidential: confidential ? (1 as const) : (0 as const) };
      await server.db.updateTable("task").set(mark).where("id", "=", id).execute();
      const form = await ask(root, `/tasks/new?parent=${id}`);
      const box = /<input[^>]*type="checkbox"[^>]*name="confidential"[^>]*>/.exec(form.text)?.[0] ?? "";
      expect(box.includes("checked")).toBe(confidential);
      expect(form.text.includes(`Same as #${id}. Hidden from agents`)).toBe(confidential);
      const split = await ask(root, `/tasks/${id}/split`);
      expect(split.text.includes("The new task will be confidential too.")).toBe(confidential);
    }
  });

  test("the form says why a parent can't be used; missing and inaccessible tasks read the same", async () => {
    const [{ id: top }, { id: secret }] = [await task(), await task()];
    await server.db.updateTable("task").set({ confidential: 1, team_id: 1 }).where("id", "=", secret).execute();
    await server.db.deleteFrom("team_member").execute();
    const made = { title: "Below", body: "Part", type: "task", requestKey: aKey(), parent: String(top) };
    const under = Number((await ask(ada, "/tasks/new", made)).location?.split("/")[2]);
    expect(await row(under)).toMatchObject({ parent_id: top });

    const OWN = "This form creates a separate task.";
    const none = (number: string) =>
      `Task #${number} doesn&#x27;t exist or you can&#x27;t access it. Check the number. ${OWN}`;
    for (const [number, sentence] of [
      [String(under), `#${under} is itself a sub-task, and sub-tasks can&#x27;t have their own. ${OWN}`],
      [String(secret), none(String(secret))],
      ["987654", none("987654")],
      ["x", none("x")],
    ] as const) {
      const { status, text } = await ask(ada, `/tasks/new?parent=${number}`);
      expect(status).toBe(200);
      expect(text, number).toContain(sentence);
      expect(text, number).not.toContain('name="parent"');
    }
    for (const fine of ["/tasks/new", `/tasks/new?parent=${top}`])
      expect((await ask(ada, fine)).text).not.toContain(OWN);
    expect((await ask(rita, `/tasks/new?parent=${secret}`)).text).not.toContain(OWN);
  });

  test("an agent replies, adds notes and takes a task; no route shows a requester internal data", async () => {
    const { id } = await task({ title: "The printer", tags: ["secrettag"] });
    const path = `/tasks/${id}`;
    expect((await ask(ada, `${path}/assignment`, {})).location).toBe(path);
    await ask(ada, path, { form: "reply", body: "Public words", after: "on_hold", requestKey: aKey() });
    await ask(ada, path, { form: "note", note: "Secret words", requestKey: aKey() });
    const page = await ask(ada, path);
    expect(page.text).toContain("Secret words");
    expect(page.text).toContain("secrettag");
    expect(await row(id)).toMatchObject({ status: "on_hold", assignee_id: ada?.id });

    for (const way of [
      path,
      `${path}.data`,
      `${path}/_payload.json`,
      "/tasks",
      "/tasks.data",
      "/tasks/_payload.json",
      "/",
      "/_data.data",
      "/_payload.json",
    ]) {
      const { text } = await ask(rita, way);
      expect(text, way).not.toMatch(/Secret words|secrettag|"version"|assignable|in_progress.*history/);
    }
    for (const sorted of ["sort=priority", "sort=due", "sort=due&after=-~0", "q=is:open+sort:priority"]) {
      const { status, text } = await ask(rita, `/tasks/_payload.json?${sorted}`);
      expect(status).toBe(200);
      expect(text, sorted).not.toMatch(/"key":"(?:priority|due)"|sort=(?:priority|due)/);
    }
    expect((await ask(rita, "/tasks?q=is:open+sort:priority")).text).toContain("only available to agents");
    expect((await ask(rita, path)).text).toContain("Public words");
    expect((await ask(rita, "/tasks")).text).toContain("The printer");
    expect((await ask(otto, "/tasks?status=any")).text).not.toContain("The printer");
  });

  test("numbers too large for the database work as page cursors and are rejected in a reply", async () => {
    const { id } = await task();
    const far = "999999999999999";
    for (const path of [
      `/tasks?after=${far}~${far}`,
      `/tasks?after=${far}~999999999`,
      `/tasks?sort=number&after=${far}`,
      `/tasks?sort=priority&after=${far}~${far}~${far}`,
      `/tasks?sort=due&after=${far}~${far}`,
      `/search?q=sort:priority&after=${far}~999999999`,
      `/search?q=sort:due&after=${far}~999999999`,
    ]) {
      expect((await ask(ada, path)).status, path).toBe(200);
    }
    const reply = { form: "reply", body: "Read up to the end of time", seen: far, requestKey: aKey() };
    expect((await ask(rita, `/tasks/${id}`, reply)).status).toBe(422);
  });

  test("agent actions are refused to requesters, even on their own task", async () => {
    const { id } = await task();
    for (const form of ["note", "fields"]) {
      expect(
        (await ask(rita, `/tasks/${id}`, { form, note: "x", version: "1", priority: "urgent", requestKey: aKey() }))
          .status,
      ).toBe(403);
    }
    expect((await ask(rita, `/tasks/${id}/assignment`, {})).status).toBe(403);
    expect(await row(id)).toMatchObject({ version: 1 });
    expect((await ask(ada, `/tasks/${id}`, { form: "toString" })).status).toBe(400);
    expect((await ask(ada, `/tasks/${id}`, {})).status).toBe(400);
  });

  test("a conflict is 409 with both values, and the agent settles it by choosing one", async () => {
    const { id } = await task({ title: "First" });
    const mine = { form: "fields", version: "1", title: "Mine", was_title: "First" };
    await ask(ada, `/tasks/${id}`, { ...mine, title: "Theirs" });
    const conflict = await ask(ada, `/tasks/${id}`, mine);
    expect(conflict.status).toBe(409);
    expect(conflict.text.replaceAll("<!-- -->", "")).toContain("Keep theirs: <b>Theirs</b>");
    expect(conflict.text.replaceAll("<!-- -->", "")).toContain("Use mine: <b>Mine</b>");
    expect(input(conflict.text, "was_title")).toBe("Theirs");
    expect(input(conflict.text, "version")).toBe("2");
    expect(await row(id)).toMatchObject({ title: "Theirs" });

    const settled = { ...mine, version: "2", was_title: "Theirs" };
    expect((await ask(ada, `/tasks/${id}`, { ...settled, keep_title: "theirs" })).status).toBe(302);
    expect(await row(id)).toMatchObject({ title: "Theirs", version: 2 });
    expect((await ask(ada, `/tasks/${id}`, { ...settled, keep_title: "mine" })).status).toBe(302);
    expect(await row(id)).toMatchObject({ title: "Mine", version: 3 });
  });

  test("an invalid transition is 409 with the current status and the choices, and keeps the text", async () => {
    const { id } = await task({ status: "closed" });
    const refused = await ask(ada, `/tasks/${id}`, {
      form: "reply",
      body: "Kept text",
      after: "resolved",
      requestKey: aKey(),
    });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(
      "The status is now Closed, so this change isn&#x27;t possible. Choose In progress or Cancelled.",
    );
    expect(refused.text).toContain("Kept text");
    const moved = await ask(ada, `/tasks/${id}`, { form: "fields", version: "1", status: "new", was_status: "closed" });
    expect(moved.status).toBe(409);
    expect(await row(id)).toMatchObject({ status: "closed", version: 1 });
  });

  test("a reply is held once when a new message has arrived; resubmitting the form sends it", async () => {
    const { id } = await task();
    const page = await ask(ada, `/tasks/${id}`);
    const mine = {
      form: "reply",
      body: "My answer",
      after: "keep",
      seen: input(page.text, "seen"),
      requestKey: aKey(),
    };
    await ask(rita, `/tasks/${id}`, { form: "reply", body: "Wait a moment", requestKey: aKey() });

    const held = await ask(ada, `/tasks/${id}`, mine);
    expect(held.status).toBe(409);
    for (const words of ["A new message arrived above", "Wait a moment", "My answer", "Send anyway"]) {
      expect(held.text).toContain(words);
    }
    expect(input(held.text.split(`aria-label="Reply"`)[1] ?? "", "requestKey")).toBe(mine.requestKey);
    expect((await ask(ada, `/tasks/${id}`, { ...mine, anyway: "yes" })).status).toBe(302);
    expect((await messages(id)).map(({ body }) => body)).toEqual(["It burns.", "Wait a moment", "My answer"]);
  });

  test("a requester answers a resolved task with one of two buttons", async () => {
    const { id } = await task({ status: "resolved" });
    const page = await ask(rita, `/tasks/${id}`);
    expect(page.text).toContain("Thanks, it is solved");
    expect(page.text).toContain("It is not solved");
    expect(page.text).not.toContain("Send reply");
    await ask(rita, `/tasks/${id}`, { form: "reply", body: "", outcome: "not_solved", requestKey: aKey() });
    expect(await row(id)).toMatchObject({ status: "in_progress" });
  });

  test("behaviour 8: every page has a payload, with the same access rules", async () => {
    const { id } = await task();
    for (const path of [
      "/_payload.json",
      "/tasks/_payload.json",
      "/tasks/new/_payload.json",
      `/tasks/${id}/_payload.json`,
    ]) {
      const { status, text } = await ask(ada, path);
      expect(status, path).toBe(200);
      expect(JSON.parse(text)).toHaveProperty("data");
    }
    expect((await ask(otto, `/tasks/${id}/_payload.json`)).status).toBe(404);
    expect((await ask(undefined, "/tasks/_payload.json")).status).toBe(302);
  });

  test("the task list takes search queries and explains an invalid one", async () => {
    const { id } = await task({ title: "Zeppelin leaks", status: "closed" });
    expect(await ask(ada, `/tasks?q=%23${id}`)).toMatchObject({ status: 302, location: `/tasks/${id}` });
    expect((await ask(otto, `/tasks?q=${id}`)).status).toBe(200);
    expect((await ask(ada, "/tasks?q=zeppelin")).text).toContain("No tasks here");
    expect((await ask(ada, "/tasks?q=zeppelin&status=any")).text).toContain("Zeppelin leaks");
    expect((await ask(ada, "/tasks?q=zeppelin+status%3Adone")).text).toContain("Zeppelin leaks");
    const wrong = await ask(ada, `/tasks?q=${encodeURIComponent("status:nonsense")}`);
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('role="alert"');
  });

  test("a macro's text isn't sent while one of the macro's variables is left without a value", async () => {
    const { id } = await task();
    const fields = { name: "Hello", scope: "personal", team_id: null, kind: "reply", actions: "{}" } as const;
    const { id: macro } = await server.db
      .insertInto("macro")
      .values({ ...fields, owner_id: ada?.id ?? 0, body: "Hello {{field.room}}", created_at: 0, updated_at: 0 })
      .returning("id")
      .executeTakeFirstOrThrow();
    const use = (body: string) =>
      ask(ada, `/tasks/${id}/macros?macro=${macro}`, { kind: "reply", body, requestKey: aKey() });
    const refused = await use("Hello {{field.room}}, once more");
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("“{{field.room}}” is empty or unknown here.");
    expect(refused.text).toContain("Hello {{field.room}}, once more");
    expect(await messages(id)).toHaveLength(1);
    expect(await use("Hello Ada, {{field.floor}} is how a template names a floor.")).toMatchObject({ status: 302 });
    expect(await messages(id)).toHaveLength(2);
  });

  test("a task opened from Home, the board or a grouped list links back and to the next task", async () => {
    const mine = await task({ ...(ada && { assignee: ada }) });
    const other = await task({ ...(ada && { assignee: ada }) });
    const listOf = async (path: string) =>
      new URLSearchParams(
        new RegExp(`href="/tasks/${mine.id}\\?([^"]*)"`)
          .exec((await ask(ada, path)).text)?.[1]
          ?.replaceAll("&amp;", "&"),
      ).get("list");
    expect(await listOf("/")).toContain("assignee=me");
    expect(await listOf("/tasks/board?assignee=me")).toBe("assignee=me&layout=board");
    const way = async (list: string) => {
      const { text } = await ask(ada, `/tasks/${mine.id}?${new URLSearchParams({ list })}`);
      const back = /<a class="task-way-back" href="([^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
      return { back, leads: text.includes(`href="/tasks/${other.id}?list=`) };
    };
    expect(await way("assignee=me")).toEqual({ back: "/tasks?assignee=me", leads: true });
    expect(await way("assignee=me&group=status")).toEqual({ back: "/tasks?assignee=me&group=status", leads: true });
    const board = "/tasks?assignee=me&layout=board";
    expect(await way("assignee=me&layout=board")).toEqual({ back: board, leads: true });
    expect((await ask(ada, board)).location).toBe("/tasks/board?assignee=me");
  });

  test("a bulk change needs an explicit selection of tasks", async () => {
    await task();
    const page = await ask(ada, "/tasks/bulk?list=");
    expect(page.text).toMatch(/<input type="radio" name="which" value="all"\/>/); // not `checked`
    const refused = await ask(ada, "/tasks/bulk?list=", { priority: "urgent", requestKey: aKey() });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("Select at least one task.");
    expect(await server.db.selectFrom("bulk_change").select("id").execute()).toEqual([]);
  });

  test("every page and attachment logs an admin who opens a restricted task", async () => {
    const root = await anAdmin(server.db, { name: "Root" });
    cookies.set(root.id, await cookieOf(server.db, root));
    const ofTeam = { visibility: "members" as const, is_default: 0 as const };
    const team = await server.db
      .insertInto("team")
      .values({ name: "HR", ...ofTeam })
      .returning("id")
      .executeTakeFirstOrThrow();
    const opened = async (id: number) =>
      (await server.db.selectFrom("security_event").select("kind").where("task_id", "=", id).execute()).map(
        ({ kind }) => kind,
      );
    for (const page of ["", "/split", "/merge", "/relations", "/children", "/macros", "/split/_payload.json"]) {
      const [secret, open] = [await task({ team: team.id }), await task()];
      for (const { id } of [secret, open]) expect((await ask(root, `/tasks/${id}${page}`)).status, page).toBe(200);
      expect([await opened(secret.id), await opened(open.id)], page).toEqual([["restricted_task_opened"], []]);
    }
    const secret = await task({ confidential: true, evenIfShutOut: true });
    const [{ id: message } = { id: 0 }] = await server.db
      .selectFrom("message")
      .select("id")
      .where("task_id", "=", secret.id)
      .execute();
    expect((await ask(root, `/tasks/${secret.id}/messages/${message}/redaction`)).status).toBe(200);
    expect(await opened(secret.id)).toEqual(["restricted_task_opened"]);

    const other = await task({ team: team.id });
    const form = new FormData();
    for (const [name, text] of Object.entries({ form: "reply", body: "See.", requestKey: aKey() }))
      form.set(name, text);
    form.set("files", new File(["secret"], "pay.txt"));
    await fetch(`${server.origin}/tasks/${other.id}`, { method: "POST", body: form, headers: headersOf(rita) });
    const file = await server.db.selectFrom("attachment").select("id").executeTakeFirstOrThrow();
    expect((await ask(root, `/attachments/${file.id}`)).text).toBe("secret");
    expect(await opened(other.id)).toEqual(["restricted_task_opened"]);
  });

  test("reading a notification returns to its page, or to the first page if the URL is invalid", async () => {
    for (const [back, location] of [
      ["/notifications?show=unread", "/notifications?show=unread"],
      ["/notifications?show=unread&before=5~1", "/notifications?show=unread&before=5%7E1"],
      ...["", "http://[", "//:0", "?", "\0", "https://evil.example/?x"].map(
        (wrong) => [wrong, "/notifications"] as const,
      ),
    ] as const) {
      const answer = await ask(ada, "/notifications/reading", { id: "1", back });
      expect(answer, back).toMatchObject({ status: 302, location });
    }
  });

  test("the list of a deleted view is empty: nothing is changed, exported or marked as read", async () => {
    const { id } = await task({ tags: ["old"] });
    const view = { name: "Only one", query: `#${id}`, sort: "", scope: "personal", requestKey: aKey() };
    const key = /view=(\d+)/.exec((await ask(ada, "/tasks/views/new", view)).location ?? "")?.[1];
    const list = `view=${key}`;
    expect((await ask(ada, `/tasks/bulk?${new URLSearchParams({ list })}`)).text).toContain("All of “Only one”");
    await ask(ada, `/tasks/views/${key}/removal`, {});

    const sentence = "This view was deleted or isn&#x27;t shared with you. Choose another view.";
    const seen = () =>
      server.db
        .selectFrom("task_seen")
        .select("task_id")
        .where("user_id", "=", ada?.id ?? 0)
        .execute();
    const before = await seen();
    for (const lost of [list, "view=no-view", "view=9999999999"]) {
      const bulk = `/tasks/bulk?${new URLSearchParams({ list: lost })}`;
      const changed = await ask(ada, bulk, { which: "all", addTags: "oops", requestKey: aKey() });
      expect(changed.status, lost).toBe(422);
      expect(changed.text).toContain(sentence);
      expect(input(changed.text, "addTags")).toBe("oops");
      const page = await ask(ada, bulk);
      expect(page.text).toContain(sentence);
      expect(page.text).not.toContain("All open tasks");
      for (const verb of ["export", "reading"]) {
        expect(await ask(ada, `/tasks/${verb}?${lost}`, {})).toMatchObject({ status: 302, location: `/tasks?${lost}` });
      }
      const shown = await ask(ada, `/tasks?${lost}`);
      expect(shown.text).toContain(sentence);
      expect(shown.text).not.toContain(`href="/tasks/${id}"`);
      const display = `/tasks/display?${new URLSearchParams({ list: lost })}`;
      const columns = await ask(ada, display, { rows: "25", column: "team" });
      expect(columns).toMatchObject({ status: 422, text: expect.stringContaining(sentence) });
      const choices = await ask(ada, display);
      expect(choices.text).toContain(sentence);
      expect(choices.text).toContain(`href="/tasks?${lost}"`);
      expect(choices.text).not.toMatch(/name="(rows|column)"/);
    }
    expect(await seen()).toEqual(before);
    expect(await server.db.selectFrom("bulk_change").select("id").execute()).toEqual([]);
    const preferences = server.db
      .selectFrom("user")
      .select("preferences")
      .where("id", "=", ada?.id ?? 0);
    expect(await preferences.executeTakeFirst()).not.toMatchObject({ preferences: expect.stringContaining("team") });
  });

  test("the column form saves for the list it was opened from, however long the list's URL", async () => {
    const list = `tag=${"long".repeat(2_000)}&view=unassigned`;
    const display = `/tasks/display?${new URLSearchParams({ list })}`;
    const page = await ask(ada, display);
    expect(page.text).toContain("Columns of “Unassigned in my teams”");
    expect(page.text).toContain(`href="/tasks?${list.replace("&", "&amp;")}"`);
    expect(await ask(ada, display, { rows: "50", column: "team" })).toMatchObject({ location: `/tasks?${list}` });
    const { columns } = await readPreferences(server.db, { id: ada?.id ?? 0 });
    expect(columns).toEqual({ unassigned: ["team"] });
  });

  test("a new task goes to its type's team or the default team, whatever other teams are named", async () => {
    const { db } = server;
    const { name: usual } = await db
      .selectFrom("team")
      .select("name")
      .where("is_default", "=", 1)
      .executeTakeFirstOrThrow();
    const first = await aSearchableTeam(db, "Aardvarks", { closed: true });
    const teamField = async (path = "/tasks/new") => {
      const { text } = await ask(ada, path);
      const [, choices = ""] = /<select[^>]* name="team"[^>]*>(.*?)<\/select>/s.exec(text) ?? [];
      const options = [...choices.matchAll(/<option value="(\d*)"( selected="")?>([^<]*)</g)];
      return (options.find(([, , selected]) => selected !== undefined) ?? options[0])?.[3];
    };
    expect(await teamField()).toBe(usual);
    await db.updateTable("task_type").set({ team_id: first }).where("key", "=", "incident").execute();
    expect(await teamField("/tasks/new?type=incident")).toBe("Default for the type");
    await db.updateTable("task_type").set({ team_id: null }).execute();
  });

  test("Home links to unassigned tasks of other teams when the viewer's teams have none", async () => {
    const { db } = server;
    const loner = await anAgent(db, { name: "Loner" });
    cookies.set(loner.id, await cookieOf(db, loner));
    await db.deleteFrom("team_member").where("user_id", "=", loner.id).execute();
    await task({ title: "Nobody's" });
    const { text } = await ask(loner, "/");
    expect(text).toContain("Nothing unassigned in your teams.");
    expect(text).toMatch(
      /href="\/tasks\?q=-team:me&amp;assignee=none&amp;status=open">Show unassigned tasks in other teams</,
    );
    const elsewhere = await ask(loner, "/tasks?q=-team:me&assignee=none");
    expect(elsewhere.text).toContain("Nobody&#x27;s");
  });

  test("bulk changes and macros offer moving to trash to leads, but not to other agents", async () => {
    const { db } = server;
    const lead = await anAgent(db, { name: "Lead" });
    cookies.set(lead.id, await cookieOf(db, lead));
    await db.updateTable("team_member").set({ lead: 1 }).where("user_id", "=", lead.id).execute();
    const admin = await anAdmin(db);
    const trashing = { name: "Throw away", scope: "everyone", team: null, kind: "none", text: "" } as const;
    const macro = await saveMacro(
      db,
      admin,
      { ...trashing, actions: { putAway: "trash" }, requestKey: aKey() },
      Date.now(),
    );
    if (!macro.ok) throw new Error("The macro was refused.");
    const { id } = await task();
    for (const [who, may] of [
      [lead, true],
      [ada, false],
    ] as const) {
      for (const path of [`/tasks/bulk?id=${id}`, "/macros/new"]) {
        const { text } = await ask(who, path);
        expect(text.includes('<option value="trash">Move to trash</option>'), path).toBe(may);
        expect(text, path).toContain('<option value="spam">Mark as spam</option>');
      }
      for (const path of [`/tasks/bulk?id=${id}`, `/tasks/${id}/macros`, `/tasks/${id}/macros?macro=${macro.id}`]) {
        expect((await ask(who, path)).text.includes("Throw away"), path).toBe(may);
      }
    }
  });
});
