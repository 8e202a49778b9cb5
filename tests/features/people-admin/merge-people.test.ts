import { sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "~/db/types";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { MOVED, MOVED_ONCE, mergePeople, NOT_MOVED, planMerge } from "~/features/people-admin/merge-people.server";
import { listTasks } from "~/features/task-list/task-list.server";
import { addAddress, listAddresses } from "~/features/users/addresses.server";
import { listPeople } from "~/features/users/people-list.server";
import { findForSignIn, findProfile, whoIsNow } from "~/features/users/user-queries.server";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask, disableUser, NOON } from "../../support/factories";
import { aSession, findTaskIds, sessionsOf } from "../users/people";

const draft = (user_id: number, task_id: number, body: string) =>
  ({ user_id, task_id, kind: "reply", body, created_at: NOON, updated_at: NOON }) as const;

const row = (db: Db, id: number) => db.selectFrom("user").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

onEachDatabase("domain A17: duplicate people", (test) => {
  test("become one person with the requests, messages, drafts and addresses of both", async ({ db }) => {
    const [root, ada] = [await anAdmin(db), await anAgent(db)];
    const ana = await aRequester(db, { name: "Ana", email: "ana@one.example" });
    const old = await aRequester(db, { name: "Anna", email: "zebra@two.example", passwordHash: "hash" });
    await addAddress(db, root, old.id, "okapi@three.example", NOON);
    const [hers, both] = [await aTask(db, { requester: old, title: "Lamp" }), await aTask(db, { requester: ada })];
    await replyToTask(db, old, hers.id, { body: "Still dark.", requestKey: aKey(), anyway: true }, NOON + 1);
    const around = [ana, old].flatMap(({ id }) => ({ task_id: both.id, user_id: id, added_at: NOON }));
    await db.insertInto("participant").values(around).execute();
    await db.insertInto("participant").values({ task_id: hers.id, user_id: ana.id, added_at: NOON }).execute();
    await db
      .insertInto("draft")
      .values([
        draft(old.id, both.id, "Old words."),
        draft(ana.id, both.id, "Her words."),
        draft(old.id, hers.id, "Mine."),
      ])
      .execute();
    await aSession(db, old.id, "old");

    const pair = { from: old.id, into: ana.id };
    expect(await planMerge(db, root, pair)).toMatchObject({
      ok: true,
      addresses: ["zebra@two.example", "okapi@three.example"],
      requests: 1,
      assigned: 0,
      messages: 2,
      takesPassword: true,
    });
    expect(await mergePeople(db, root, pair, NOON)).toEqual({ ok: true });

    expect((await listTasks(db, ana)).tasks.map(({ title }) => title)).toContain("Lamp");
    expect(await findTaskIds(db, ada, "requester:ana zebra")).toEqual([hers.id]);
    const copies = await db.selectFrom("participant").select(["task_id", "user_id"]).execute();
    expect(copies).toEqual([{ task_id: both.id, user_id: ana.id }]);
    const drafts = await db.selectFrom("draft").select(["user_id", "body"]).orderBy("id").execute();
    expect(drafts).toEqual([
      { user_id: ana.id, body: "Her words.\n\nOld words." },
      { user_id: ana.id, body: "Mine." },
    ]);
    expect((await listAddresses(db, ana.id)).map(({ email }) => email)).toEqual([
      "ana@one.example",
      "okapi@three.example",
      "zebra@two.example",
    ]);
    expect(await findForSignIn(db, "zebra@two.example")).toMatchObject({ id: ana.id, password_hash: "hash" });
    expect(await sessionsOf(db, old.id)).toEqual([]);
    expect(await findProfile(db, root, old.id)).toBeNull();
    expect(await whoIsNow(db, ada, old.id)).toBe(ana.id);
    expect((await listPeople(db, {}, NOON)).people.map(({ name }) => name)).not.toContain("Anna");
    expect(await row(db, old.id)).toMatchObject({ state: "merged", email_key: null, password_hash: null });
    const log = await db.selectFrom("security_event").selectAll().where("kind", "=", "people_merged").execute();
    expect(log).toMatchObject([{ actor_id: root.id, user_id: ana.id, details: '{"Was":"Anna <zebra@two.example>"}' }]);
    expect(await mergePeople(db, root, pair, NOON)).toEqual({ ok: false, why: "no_such_person" });
  });

  test("stay separate if the merge isn't allowed or would lose something", async ({ db }) => {
    const [root, boss, ada, ana, left] = [
      await anAdmin(db),
      await anAdmin(db),
      await anAgent(db),
      await aRequester(db),
      await aRequester(db),
    ];
    await disableUser(db, left);
    const cases = [
      [ada, { from: ana.id, into: left.id }, "not_allowed"],
      [root, { from: ana.id, into: 9_999 }, "no_such_person"],
      [root, { from: ana.id, into: ana.id }, "same"],
      [root, { from: root.id, into: boss.id }, "self"],
      [root, { from: ana.id, into: left.id }, "not_active"],
      [root, { from: ada.id, into: ana.id }, "less"],
      [root, { from: boss.id, into: ada.id }, "less"],
    ] as const;
    for (const [viewer, pair, why] of cases) {
      expect(await planMerge(db, viewer, pair)).toEqual({ ok: false, why });
      expect(await mergePeople(db, viewer, pair, NOON)).toEqual({ ok: false, why });
    }
    for (let n = 0; n < 10; n++) await addAddress(db, root, ana.id, `a${n}@x.example`, NOON);
    expect(await mergePeople(db, root, { from: left.id, into: ana.id }, NOON)).toEqual({ ok: false, why: "too_many" });
    expect((await row(db, ana.id)).state).toBe("active");
  });

  test("have a merge rule for every column that refers to a user", async ({ db, engine }) => {
    if (engine === "postgres") return; // the same schema
    const known = [...MOVED, ...Object.keys(MOVED_ONCE).map((table) => `${table}.user_id`), ...NOT_MOVED];
    const { rows } = await sql<{ place: string }>`
      select schema.name || '.' || keys."from" as place
      from sqlite_master as schema, pragma_foreign_key_list(schema.name) as keys
      where schema.type = 'table' and keys."table" = 'user'
    `.execute(db);
    expect(rows.map(({ place }) => place).sort()).toEqual(known.sort());
  });
});
