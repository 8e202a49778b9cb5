import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import { anonymisePerson, anonymousName, redactPersonJob } from "~/features/people-admin/anonymise.server";
import { mergePeople } from "~/features/people-admin/merge-people.server";
import { addAddress } from "~/features/users/addresses.server";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";
import { aSession, findTaskIds, sessionsOf } from "../users/people";

/** The tables with personal data as one text, without the search index. */
async function allOf(db: Db): Promise<string> {
  const tables = [
    "user",
    "user_address",
    "message",
    "event",
    "draft",
    "security_event",
    "participant",
    "session",
  ] as const;
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  return JSON.stringify(rows);
}

onEachDatabase("domain B14: anonymising a person", (test) => {
  test("removes everything that identifies the person, and keeps their tasks", async ({ db }) => {
    const [root, ada] = [await anAdmin(db), await anAgent(db)];
    const quokka = await aRequester(db, { name: "Quokka Okapi", email: "quokka@one.example", passwordHash: "hash" });
    const twin = await aRequester(db, { name: "Quokka Twin", email: "quokka@two.example" });
    const task = await aTask(db, { requester: quokka, title: "Lamp", body: "It is dark." });
    await addNote(db, ada, task.id, { body: "Called back.", requestKey: aKey() }, NOON);
    await replyToTask(
      db,
      quokka,
      task.id,
      { body: "The wombat says hello.", requestKey: aKey(), anyway: true },
      NOON + 1,
    );
    await db
      .insertInto("event")
      .values({
        ...{ task_id: task.id, actor_id: ada.id, via: "web", kind: "changed", field: "requester", at: NOON },
        ...{ old_value: "Ada", new_value: quokka.name },
      })
      .execute();
    await addAddress(db, root, quokka.id, "quokka@three.example", NOON);
    await mergePeople(db, root, { from: twin.id, into: quokka.id }, NOON);
    const begun = {
      task_id: task.id,
      kind: "reply",
      body: "quokka draft",
      created_at: NOON,
      updated_at: NOON,
    } as const;
    await db
      .insertInto("draft")
      .values({ ...begun, user_id: quokka.id })
      .execute();
    await aSession(db, quokka.id, "s");

    const refused = (viewer: typeof root, id: number) => anonymisePerson(db, viewer, id, { redact: false }, NOON);
    expect(await refused(ada, quokka.id)).toEqual({ ok: false, why: "not_allowed" });
    expect(await refused(root, root.id)).toEqual({ ok: false, why: "self" });
    expect(await refused(root, twin.id)).toEqual({ ok: false, why: "no_such_person" });
    await aTask(db, { assignee: ada });
    expect(await refused(root, ada.id)).toEqual({ ok: false, why: "has_tasks" });

    expect(await anonymisePerson(db, root, quokka.id, { redact: true }, NOON)).toEqual({ ok: true });
    expect(await refused(root, quokka.id)).toEqual({ ok: false, why: "no_such_person" });
    expect(await sessionsOf(db, quokka.id)).toEqual([]);
    expect((await allOf(db)).match(/.{20}quokka.{20}/i)).toBeNull();
    expect(await findTaskIds(db, ada, "quokka")).toEqual([]);
    expect(await findTaskIds(db, ada, "lamp")).toEqual([task.id]);
    expect(await findTaskIds(db, ada, `requester:"${anonymousName(quokka.id)}"`)).toEqual([task.id]);

    expect(await findTaskIds(db, ada, "wombat")).toEqual([task.id]); // redacted by a later job
    const job = await db
      .selectFrom("job")
      .select("payload")
      .where("kind", "=", "redact_person")
      .executeTakeFirstOrThrow();
    await inTransaction(db, (tx) => redactPersonJob(tx, JSON.parse(job.payload), NOON));
    expect(await findTaskIds(db, ada, "wombat")).toEqual([]);
    expect(await findTaskIds(db, ada, "called")).toEqual([task.id]);
    const left = await db.selectFrom("message").select("body").where("task_id", "=", task.id).orderBy("id").execute();
    expect(left.map(({ body }) => body).filter(Boolean)).toEqual(["Called back."]);
    const log = await db
      .selectFrom("security_event")
      .select("details")
      .where("kind", "=", "account_anonymised")
      .execute();
    expect(log).toEqual([{ details: '{"Their messages":"redacted"}' }]);
  });
});
