import { expect } from "vitest";
import { createTask } from "~/features/new-task/task-create.server";
import { readTask } from "~/features/task-page/task-read.server";
import { changeTask } from "~/features/tasks/task-change.server";
import { onEachDatabase } from "../../support/database";
import { aCustomField, aKey, anAgent, aRequester, aTask, disableUser, NOON } from "../../support/factories";

const words = { title: "Printer on fire", body: "It **burns**.", type: "incident" as const };

onEachDatabase("behaviour 11: creating a task", (test) => {
  test("writes the task, its description and its first history entry", async ({ db }) => {
    const ana = await aRequester(db);
    const made = await createTask(db, ana, { ...words, requestKey: aKey() }, NOON);

    expect(made).toEqual({ ok: true, id: 1, repeated: false, isOwn: true });
    expect(await db.selectFrom("task").selectAll().executeTakeFirst()).toMatchObject({
      title: "Printer on fire",
      status: "new",
      open: 1,
      priority: 2,
      requester_id: ana.id,
      assignee_id: null,
      created_by: ana.id,
      created_at: NOON,
      version: 1,
    });
    expect(await db.selectFrom("message").select(["kind", "side", "body_html"]).executeTakeFirst()).toEqual({
      kind: "public",
      side: "requester",
      body_html: "<p>It <strong>burns</strong>.</p>\n",
    });
    expect(await db.selectFrom("event").select(["kind", "actor_id"]).execute()).toEqual([
      { kind: "created", actor_id: ana.id },
    ]);
  });

  test("names the requester if an agent wrote it for them, but not on a requester's own task", async ({ db }) => {
    const [ada, rita] = [await anAgent(db), await aRequester(db, { name: "Rita" })];
    const { id } = await aTask(db, { requester: rita });
    const own = await readTask(db, rita, id, NOON);
    expect(own?.messages[0]?.onBehalfOf).toBeUndefined();

    const made = await createTask(db, ada, { ...words, requester: "Rita", requestKey: aKey() }, NOON);
    if (!made.ok) throw new Error(made.why);
    const onBehalf = await readTask(db, rita, made.id, NOON);
    expect(onBehalf?.messages[0]).toMatchObject({ author: ada.name, onBehalfOf: "Rita" });

    // Correcting a wrong requester corrects the name.
    const sam = await aRequester(db, { name: "Sam" });
    const change = { requester: "Sam", version: 1 };
    expect(await changeTask(db, ada, made.id, { change, was: {} }, NOON)).toMatchObject({ ok: true });
    expect((await readTask(db, sam, made.id, NOON))?.messages[0]).toMatchObject({ onBehalfOf: "Sam" });
  });

  test("numbers tasks from 1", async ({ db }) => {
    expect([(await aTask(db)).id, (await aTask(db)).id]).toEqual([1, 2]);
  });

  test("ignores agents-only fields from a requester", async ({ db }) => {
    const [ana, ada] = [await aRequester(db), await anAgent(db)];
    const more = {
      priority: "urgent" as const,
      assignee: ada.id,
      tags: ["vpn"],
      requester: ada.email ?? "",
      due: "2026-03-09",
    };
    await createTask(db, ana, { ...words, ...more, requestKey: aKey() }, NOON);

    const task = await db.selectFrom("task").selectAll().executeTakeFirstOrThrow();
    expect(task).toMatchObject({ priority: 2, assignee_id: null, requester_id: ana.id, due_at: null });
    expect(await db.selectFrom("task_tag").selectAll().execute()).toEqual([]);
  });

  test("refuses a requester a type that isn't on the portal", async ({ db }) => {
    const made = await createTask(db, await aRequester(db), { ...words, type: "task", requestKey: aKey() }, NOON);
    expect(made).toMatchObject({ ok: false, why: "wrong", errors: { type: ["Choose a type."] } });
  });

  test("reports all errors at once, and then creates no one from an address", async ({ db }) => {
    const [ada, gone] = [await anAgent(db), await anAgent(db)];
    await disableUser(db, gone);
    await aRequester(db, { name: "Quinn Able", email: "quinn@example.org" });
    await aCustomField(db, { key: "floor", label: "Floor", required: "create" });
    const people = () => db.selectFrom("user").select("id").execute();
    const before = await people();
    const wrong = { requester: "Quin", assignee: gone.id, cc: "new@example.org, Quin, Zed", team: 99 };
    const fields = { sent: { floor: [""] }, was: {}, keptTheirs: [] };
    const made = await createTask(db, ada, { ...words, ...wrong, fields, requestKey: aKey() }, NOON);
    const quinn = "Quinn Able <quinn@example.org>";
    expect(made).toEqual({
      ok: false,
      why: "wrong",
      errors: {
        requester: ["No one has this name. Check the spelling."],
        assignee: ["This person can no longer work on tasks. Choose another assignee."],
        cc: [
          "“Quin”: No one has this name. Check the spelling. “Zed”: No one has this name. Enter a full name or an email address.",
        ],
        team: ["Choose an option from the list."],
        "field.floor": ["Enter or choose a value for Floor."],
      },
      suggestions: {
        requester: [{ label: quinn, value: quinn }],
        cc: [{ label: quinn, value: `new@example.org, ${quinn}, Zed` }],
      },
    });
    expect(await people()).toEqual(before);
  });

  test("puts an agent's task in progress at once if it has an assignee (S1)", async ({ db }) => {
    const ada = await anAgent(db);
    await createTask(
      db,
      ada,
      { ...words, assignee: ada.id, tags: ["vpn", "net"], due: "2026-03-09", requestKey: aKey() },
      NOON,
    );

    expect(await db.selectFrom("task").select(["status", "assignee_id", "due_at"]).executeTakeFirst()).toEqual({
      status: "in_progress",
      assignee_id: ada.id,
      due_at: Date.UTC(2026, 2, 9), // a whole day, whatever the reader's time zone
    });
    expect(await db.selectFrom("task_tag").select("tag").orderBy("tag").execute()).toEqual([
      { tag: "net" },
      { tag: "vpn" },
    ]);
  });

  test("creates a requester for an unknown address", async ({ db }) => {
    const made = await createTask(
      db,
      await anAgent(db),
      { ...words, requester: "New.Person@Example.org", requestKey: aKey() },
      NOON,
    );

    expect(made).toMatchObject({ ok: true });
    const person = await db
      .selectFrom("user")
      .selectAll()
      .where("email_key", "=", "new.person@example.org")
      .executeTakeFirst();
    expect(person).toMatchObject({ name: "New.Person", role: "requester", password_hash: null });
    expect(await db.selectFrom("task").select("requester_id").executeTakeFirst()).toEqual({ requester_id: person?.id });
  });

  test("leaves no new requester behind if it is refused", async ({ db }) => {
    const [ada, gone] = [await anAgent(db), await anAgent(db)];
    await disableUser(db, gone);
    const made = await createTask(
      db,
      ada,
      { ...words, requester: "new@example.org", assignee: gone.id, requestKey: aKey() },
      NOON,
    );

    expect(made).toMatchObject({ ok: false, errors: { assignee: expect.anything() } });
    expect(await db.selectFrom("user").select("id").where("email_key", "=", "new@example.org").execute()).toEqual([]);
    expect(await db.selectFrom("task").select("id").execute()).toEqual([]);
  });

  test("refuses a requester as assignee", async ({ db }) => {
    const [ada, ana] = [await anAgent(db), await aRequester(db)];
    const made = await createTask(db, ada, { ...words, assignee: ana.id, requestKey: aKey() }, NOON);
    expect(made).toMatchObject({ ok: false, errors: { assignee: expect.anything() } });
  });

  test("with the same key makes one task, even concurrently", async ({ db }) => {
    const ana = await aRequester(db);
    const input = { ...words, requestKey: aKey() };
    const answers = await Promise.all([createTask(db, ana, input, NOON), createTask(db, ana, input, NOON)]);

    expect(answers.map((answer) => answer.ok && answer.id)).toEqual([1, 1]);
    expect(answers.filter((answer) => answer.ok && answer.repeated)).toHaveLength(1);
    expect(await db.selectFrom("task").select("id").execute()).toHaveLength(1);
  });

  test("stops at 30 an hour for one requester, and goes on an hour later", async ({ db }) => {
    const ana = await aRequester(db);
    for (let n = 0; n < 30; n++) await createTask(db, ana, { ...words, anyway: true, requestKey: aKey() }, NOON + n);

    const input = { ...words, requestKey: aKey() };
    expect(await createTask(db, ana, input, NOON + 60_000)).toMatchObject({ ok: false, why: "too_many" });
    expect(await createTask(db, await aRequester(db), { ...words, requestKey: aKey() }, NOON)).toMatchObject({
      ok: true,
    });
    expect(await createTask(db, ana, input, NOON + 3_600_001)).toMatchObject({ ok: true });
  });
});
