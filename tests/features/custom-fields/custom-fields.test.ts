import { expect } from "vitest";
import type { Db } from "~/db/types";
import { readFields, type SentFields } from "~/features/custom-fields/custom-fields.server";
import { createTask } from "~/features/new-task/task-create.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { aCustomField, aKey, anAgent, aRequester, NOON } from "../../support/factories";

const create = (db: Db, viewer: Viewer, sent: SentFields["sent"], type: "incident" | "request" = "incident") =>
  createTask(
    db,
    viewer,
    {
      title: "Phone",
      body: "New one.",
      type,
      requestKey: aKey(),
      anyway: true,
      fields: { sent, was: {}, keptTheirs: [] },
    },
    NOON,
  );

onEachDatabase("custom fields of a new task (domain B2)", (test) => {
  test("are stored when shown and valid, and reported when required but missing", async ({ db }) => {
    const ada = await anAgent(db);
    await aCustomField(db, { key: "location", label: "Location", required: "create" });
    await aCustomField(db, { key: "seats", kind: "number", types: ["request"] });
    await aCustomField(db, { key: "why", showIf: { field: "seats", is: "is_set" } });

    expect(await create(db, ada, { location: [" "] })).toMatchObject({
      ok: false,
      why: "wrong",
      errors: { "field.location": ["Enter or choose a value for Location."] },
    });
    const made = await create(db, ada, { location: ["B 4"], seats: ["many"], why: ["because"] });
    if (!made.ok) throw new Error(made.why);
    expect((await readFields(db, made.id)).values).toEqual({ location: "B 4" });

    const request = await create(db, ada, { location: ["B 4"], seats: ["12"], why: ["because"] }, "request");
    if (!request.ok) throw new Error(request.why);
    expect((await readFields(db, request.id)).values).toEqual({ location: "B 4", seats: "12", why: "because" });
  });

  test("are taken from a requester only where they may write", async ({ db }) => {
    const rita = await aRequester(db);
    await aCustomField(db, { key: "inner", required: "create" });
    await aCustomField(db, { key: "shown", visibility: "requester_read", required: "create" });
    await aCustomField(db, { key: "own", visibility: "requester_write" });
    await aCustomField(db, { key: "boss", visibility: "requester_write", kind: "user" });
    const made = await create(db, rita, { inner: ["x"], shown: ["x"], own: ["x"], boss: [rita.name] });
    if (!made.ok) throw new Error(made.why);
    expect((await readFields(db, made.id)).values).toEqual({ own: "x" });
  });

  test("of kind user store the person and show the name", async ({ db }) => {
    const [ada, rita] = [await anAgent(db), await aRequester(db, { name: "Rita", email: "rita@example.org" })];
    await aCustomField(db, { key: "approver", kind: "user" });
    const nobody = await create(db, ada, { approver: ["Nobody Known"] });
    expect(nobody).toMatchObject({
      why: "wrong",
      errors: { "field.approver": [expect.stringContaining("No one has this name.")] },
    });
    const made = await create(db, ada, { approver: ["rita@example.org"] });
    if (!made.ok) throw new Error(made.why);
    const stored = await db.selectFrom("task_field").select("value").executeTakeFirstOrThrow();
    expect(stored.value).toBe(String(rita.id));
    expect((await readFields(db, made.id)).values).toEqual({ approver: "Rita <rita@example.org>" });
  });

  test("are found by search, internal ones by agents only", async ({ db }) => {
    const { searchTasks } = await import("~/features/search/search-tasks.server");
    const [ada, rita] = [await anAgent(db), await aRequester(db)];
    await aCustomField(db, { key: "inner" });
    await aCustomField(db, { key: "shown", visibility: "requester_write" });
    const made = await createTask(
      db,
      ada,
      {
        title: "Phone",
        body: "New one.",
        type: "request",
        requester: rita.email ?? "",
        requestKey: aKey(),
        fields: { sent: { inner: ["zebra"], shown: ["quokka"] }, was: {}, keptTheirs: [] },
      },
      NOON,
    );
    if (!made.ok) throw new Error(made.why);
    const found = async (viewer: Viewer, text: string) => {
      const result = await searchTasks(db, viewer, text, { now: NOON });
      return result.ok ? result.tasks.length : result.error;
    };
    expect([await found(ada, "zebra"), await found(ada, "quokka")]).toEqual([1, 1]);
    expect([await found(rita, "zebra"), await found(rita, "quokka")]).toEqual([0, 1]);
  });
});
