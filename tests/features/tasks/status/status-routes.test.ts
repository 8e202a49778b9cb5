import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rateTask } from "~/features/tasks/rating/rate-task.server";
import { statusOf } from "~/features/tasks/tasks";
import type { Viewer } from "~/features/users/users";
import { ENGINES } from "../../../support/database";
import { aKey, anAgent, aRequester, aTask } from "../../../support/factories";
import { startServer, type TestServer } from "../../../support/server";
import { cookieOf } from "../../../support/session";

const DAY = 86_400_000;
const day = (at: number) => new Date(at).toISOString().slice(0, 10);

describe.each(ENGINES)("task status over HTTP (%s)", (engine) => {
  let server: TestServer;
  let ada: Viewer;
  let rita: Viewer;
  let otto: Viewer;
  const cookies = new Map<number, string>();
  beforeAll(async () => {
    server = await startServer(engine);
    ada = await anAgent(server.db, { name: "Ada" });
    rita = await aRequester(server.db, { name: "Rita" });
    otto = await aRequester(server.db, { name: "Otto" });
    for (const each of [ada, rita, otto]) cookies.set(each.id, await cookieOf(server.db, each));
  });
  afterAll(() => server.stop());

  async function ask(who: Viewer, path: string, fields?: Record<string, string>) {
    const answer = await fetch(server.origin + path, {
      ...(fields && { method: "POST", body: new URLSearchParams({ requestKey: aKey(), ...fields }) }),
      headers: { cookie: cookies.get(who.id) ?? "", accept: "text/html" },
      redirect: "manual",
    });
    return { status: answer.status, text: await answer.text(), location: answer.headers.get("Location") };
  }
  const task = (more: Parameters<typeof aTask>[1] = {}) => aTask(server.db, { requester: rita, ...more });
  const becomes = (id: number, changes: object) =>
    server.db.updateTable("task").set(changes).where("id", "=", id).execute();
  const row = (id: number) => server.db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

  test("a snooze takes an offered day or any other; a refused one stays in the form with a reason", async () => {
    const { id } = await task({ status: "on_hold" });
    const [soon, later, past] = [day(Date.now() + 2 * DAY), day(Date.now() + 9 * DAY), day(Date.now() - DAY)];
    const fields = { form: "fields", version: "1", was_snooze: "" };
    expect((await ask(ada, `/tasks/${id}`, { ...fields, snooze: soon })).status).toBe(302);
    expect((await row(id)).snoozed_until).toBe(Date.parse(`${soon}T08:00Z`));

    const other = { ...fields, was_snooze: soon, snooze: soon, snooze_day: later };
    expect((await ask(ada, `/tasks/${id}`, other)).status).toBe(302);
    const page = await ask(ada, `/tasks/${id}`);
    expect(page.text).toContain("snoozed until");
    expect((await row(id)).snoozed_until).toBe(Date.parse(`${later}T08:00Z`));

    const wrong = await ask(ada, `/tasks/${id}`, {
      ...other,
      was_snooze: later,
      snooze_day: past,
      title: "Kept title",
      was_title: "Printer on fire",
    });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain("Choose a day in the future.");
    expect(wrong.text).toContain(`value="${past}"`);
    expect(wrong.text).toContain("Kept title");
    const nonsense = await ask(ada, `/tasks/${id}`, { ...other, was_snooze: later, snooze_day: "soon" });
    expect(nonsense.status).toBe(422);

    const { id: working } = await task({ status: "in_progress" });
    const notWaiting = await ask(ada, `/tasks/${working}`, { ...fields, snooze: soon });
    expect(notWaiting.status).toBe(422);
    expect(notWaiting.text).toContain("Only waiting tasks can be snoozed");
    const hidden = { ...fields, status: "in_progress", was_status: "in_progress", snooze: soon, was_snooze: "" };
    const stays = await ask(ada, `/tasks/${working}`, { ...hidden, title: "Saved", was_title: "Printer on fire" });
    expect(stays.status).toBe(302);
  });

  test("Home lists snoozed tasks apart from other work until their day has come", async () => {
    const bob = await anAgent(server.db);
    cookies.set(bob.id, await cookieOf(server.db, bob));
    const [chair, lamp] = [
      await task({ title: "Chair", assignee: bob, status: "on_hold" }),
      await task({ title: "Lamp", assignee: bob }),
    ];
    const section = async (name: string) =>
      new RegExp(`<section aria-label="${name}">.*?</section>`, "s").exec((await ask(bob, "/")).text)?.[0] ?? "";
    expect(await section("My other open tasks")).toBe("");
    await becomes(chair.id, { snoozed_until: Date.now() + DAY });
    expect(await section("Waiting for me")).toContain("Lamp");
    expect(await section("Waiting for me")).not.toContain("Chair");
    expect(await section("My other open tasks")).toContain("Chair");
    expect(await section("My other open tasks")).not.toContain("Lamp");
    expect((await ask(bob, "/tasks?q=is:snoozed+assignee:me")).text).toContain("Chair");
    await becomes(chair.id, { snoozed_until: Date.now() - DAY });
    expect(await section("Waiting for me")).toContain("Chair");
    expect(await section("My other open tasks")).toBe("");
    expect((await ask(bob, `/tasks/${lamp.id}`)).text).toContain("Hidden until that morning");
  });

  test("no route tells a requester about a snooze", async () => {
    const { id } = await task({ status: "on_hold" });
    const at = Date.now() + 3 * DAY;
    await becomes(id, { snoozed_until: at });
    for (const way of [
      `/tasks/${id}`,
      `/tasks/${id}.data`,
      `/tasks/${id}/_payload.json`,
      "/tasks",
      "/tasks.data",
      "/",
    ]) {
      const { text } = await ask(rita, way);
      expect(text, way).not.toMatch(/snooz/i);
      expect(text, way).not.toContain(String(at));
    }
  });

  test("resolving with unfinished work returns the form with its values and a confirm button", async () => {
    const { id } = await task({ status: "in_progress" });
    await server.db.insertInto("checklist_item").values({ task_id: id, position: 1, text: "Call" }).execute();
    const fields = {
      form: "fields",
      version: "1",
      status: "resolved",
      was_status: "in_progress",
      title: "Typed title",
    };
    const asked = await ask(ada, `/tasks/${id}`, fields);
    expect(asked.status).toBe(409);
    for (const words of ["1 checklist item isn&#x27;t ticked", "Resolve anyway", 'value="Typed title"']) {
      expect(asked.text).toContain(words);
    }
    expect(await row(id)).toMatchObject({ status: "in_progress", version: 1 });

    const reply = { form: "reply", body: "All done.", after: "resolved" };
    const askedToo = await ask(ada, `/tasks/${id}`, reply);
    expect(askedToo.status).toBe(409);
    for (const words of ["Send and resolve anyway", "All done."]) expect(askedToo.text).toContain(words);

    expect((await ask(ada, `/tasks/${id}`, { ...fields, confirm: "yes" })).status).toBe(302);
    expect(await row(id)).toMatchObject({ status: "resolved", title: "Typed title" });
  });

  test("resolving without a required field is 422 and names the field", async () => {
    await server.db
      .insertInto("custom_field")
      .values({ key: "cause", label: "Cause", kind: "text", required: "resolve", types: '["question"]' })
      .execute();
    const { id } = await task({ status: "in_progress", type: "question" });
    const refused = await ask(ada, `/tasks/${id}`, {
      ...{ form: "fields", version: "1", status: "resolved", was_status: "in_progress", confirm: "yes" },
    });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("Enter or choose a value for Cause.");
    const reply = await ask(ada, `/tasks/${id}`, { form: "reply", body: "Done.", after: "resolved" });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain("This task can&#x27;t be resolved yet. Fill in Cause first.");
    expect(await row(id)).toMatchObject({ status: "in_progress", version: 1 });
  });

  test("an invalid transition by a requester is 409, in requester wording", async () => {
    const { id } = await task({ status: "waiting_requester" });
    const stale = await ask(rita, `/tasks/${id}`, { form: "reply", body: "Typed", outcome: "not_solved" });
    expect(stale.status).toBe(409);
    expect(stale.text).toContain(`The status of this request is now ${statusOf("waiting_requester").requesterName}.`);
    expect(stale.text).toContain("Typed");
    expect(await row(id)).toMatchObject({ status: "waiting_requester", version: 1 });
  });

  test("the requester sees what happens next and the matching buttons", async () => {
    const now = Date.now();
    const cases: [string, object, string[], string[]][] = [
      ["in_progress", {}, ["We&#x27;re working on this.", "Send reply", "It is solved"], ["It is not solved"]],
      [
        "waiting_requester",
        {},
        ["We&#x27;re waiting for your reply.", "Waiting for your reply"],
        ["Waiting for requester"],
      ],
      [
        "resolved",
        { resolved_at: now },
        ["We&#x27;ll close it on", "Thanks, it is solved", "It is not solved"],
        ["Send reply"],
      ],
      [
        "closed",
        { closed_at: now },
        ["to reopen it. A later reply opens a new request.", "It is not solved"],
        ["Send reply", "it is solved"],
      ],
      ["closed", { closed_at: now - 15 * DAY }, ["A reply opens a new request.", "Send as a new request"], ["solved"]],
    ];
    for (const [status, times, words, others] of cases) {
      const { id } = await task({ status: status as never });
      await becomes(id, { ...times, resolved_at: status === "in_progress" ? null : now });
      const { text } = await ask(rita, `/tasks/${id}`);
      for (const word of words) expect(text, `${status} ${word}`).toContain(word);
      for (const word of others) expect(text, `${status} ${word}`).not.toContain(word);
    }
  });

  test("'It is not solved' reopens a closed task within the window, even without text", async () => {
    const { id } = await task({ status: "closed" });
    await becomes(id, { closed_at: Date.now() - DAY });
    expect((await ask(rita, `/tasks/${id}`, { form: "reply", body: "", outcome: "not_solved" })).status).toBe(302);
    expect(await row(id)).toMatchObject({ status: "in_progress", reopen_count: 1, closed_at: null });
    await becomes(id, { status: "closed", open: 0, closed_at: Date.now() - 15 * DAY });
    const late = await ask(rita, `/tasks/${id}`, { form: "reply", body: "Again!", outcome: "not_solved" });
    expect(late.status).toBe(409);
    expect(late.text).toContain("Again!");
    const anew = await ask(rita, `/tasks/${id}`, { form: "reply", body: "Again!" });
    expect(anew.location).not.toBe(`/tasks/${id}`);
    expect(anew.status).toBe(302);
  });

  test("when a person in copy says it's solved, the requester sees who and is still asked", async () => {
    const { id } = await task({ status: "in_progress" });
    await server.db.insertInto("participant").values({ task_id: id, user_id: otto.id, added_at: 1 }).execute();
    await ask(otto, `/tasks/${id}`, { form: "reply", body: "", outcome: "solved" });
    expect((await ask(otto, `/tasks/${id}`)).text).toContain("You told us it&#x27;s solved.");
    const { text } = await ask(rita, `/tasks/${id}`);
    expect(text).toContain("Otto told us it&#x27;s solved.");
    expect(text).toContain("is it solved?");
    await ask(otto, `/tasks/${id}`, { form: "reply", body: "", outcome: "not_solved" });
    const { text: again } = await ask(rita, `/tasks/${id}`);
    expect(again).toContain("Otto told us it isn&#x27;t solved. We&#x27;re looking into it again.");
    expect(again).not.toContain("What&#x27;s still wrong?");
    await ask(ada, `/tasks/${id}`, { form: "fields", version: "3", was_status: "in_progress", status: "resolved" });
    expect((await row(id)).status).toBe("resolved");
    expect((await ask(rita, `/tasks/${id}`)).text).toContain("We think this is solved.");
  });

  test("only the requester is asked for a rating, and agents see it", async () => {
    const { id } = await task({ status: "resolved" });
    await server.db.insertInto("participant").values({ task_id: id, user_id: otto.id, added_at: 1 }).execute();
    expect((await ask(rita, `/tasks/${id}`)).text).toContain("How did we do?");
    const bad = { form: "rating", rating: "bad", comment: "Slow <b>zebra</b>" };
    expect(await ask(rita, `/tasks/${id}`, bad)).toMatchObject({ status: 302, location: `/tasks/${id}` });
    expect((await ask(rita, `/tasks/${id}`)).text).toContain("Slow &lt;b&gt;zebra&lt;/b&gt;");
    expect((await ask(ada, `/tasks/${id}`)).text).toContain("Slow &lt;b&gt;zebra&lt;/b&gt;");

    for (const way of [`/tasks/${id}`, `/tasks/${id}.data`, `/tasks/${id}/_payload.json`]) {
      const { status, text } = await ask(otto, way);
      expect(status, way).toBeLessThan(300);
      expect(text, way).not.toMatch(/zebra|How did we do/);
    }
    expect((await ask(otto, `/tasks/${id}`, bad)).status).toBe(403);
    expect((await ask(ada, `/tasks/${id}`, bad)).status).toBe(403);
    const stranger = await task({ requester: otto, status: "resolved" });
    expect((await ask(rita, `/tasks/${stranger.id}`, bad)).status).toBe(404);
  });

  test("a refused rating says why and keeps the typed comment", async () => {
    const { id } = await task({ status: "resolved" });
    const long = await ask(rita, `/tasks/${id}`, { form: "rating", comment: "x".repeat(2001) });
    expect(long.status).toBe(422);
    for (const words of ["Choose Good or Bad.", "at most 2,000 characters", "x".repeat(2001)]) {
      expect(long.text).toContain(words);
    }
    await rateTask(server.db, rita, id, { value: "good", comment: "" }, Date.now() - 15 * DAY);
    expect((await ask(rita, `/tasks/${id}`)).text).not.toContain("How did we do?");
    const late = await ask(rita, `/tasks/${id}`, { form: "rating", rating: "bad", comment: "Changed my mind" });
    expect(late.status).toBe(409);
    for (const words of ["Ratings can be changed only for 14 days.", "Changed my mind"])
      expect(late.text).toContain(words);

    const { id: open } = await task({ status: "in_progress" });
    const early = await ask(rita, `/tasks/${open}`, { form: "rating", rating: "bad", comment: "Too early" });
    expect(early.status).toBe(409);
    for (const words of ["This request is open again.", "Too early"]) expect(early.text).toContain(words);
  });
});
