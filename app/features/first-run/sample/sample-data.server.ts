import { type SqlBool, sql } from "kysely";
import { forUpdate } from "~/db/locks.server";
import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { MOVED, MOVED_ONCE } from "~/features/people-admin/merge-people.server";
import { changeRecords, type NotAllowed } from "~/features/records/change-records.server";
import { deleteForGood } from "~/features/trash/delete-task.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { createUser } from "~/features/users/user-queries.server";
import type { Viewer } from "~/features/users/users";
import { HOUR_MS } from "~/lib/durations";
import { INCIDENTS, PEOPLE } from "./sample-copy";
import type { Who } from "./story";
import { type Cast, tellStories } from "./tell-stories.server";

/** Marks sample tasks for people. Removal goes by `sample_record` instead. */
const SAMPLE_TAG = "sample";

type LoadSamples = { ok: true; tasks: number } | { ok: false; why: "not_allowed" | "loaded_already" };

/**
 * Adds sample tasks, and the people who ask for them. The admin plays every agent. Sample people have no address, so no mail
 * can go to them, and no one is notified of the sample tasks.
 */
export const loadSamples = (db: Db, viewer: Viewer, now: number) =>
  changeSamples<LoadSamples>(db, viewer, async (tx) => {
    if (await hasSamples(tx)) return { ok: false, why: "loaded_already" };
    const { last } = await tx
      .selectFrom("job")
      .select(({ fn }) => fn.max("id").as("last"))
      .executeTakeFirstOrThrow();
    const cast = await createCast(tx, viewer, now);
    const stories = INCIDENTS.map((story) => ({ ...story, tags: [...(story.tags ?? []), SAMPLE_TAG] }));
    const tasks = await tellStories(stories, { db: tx, cast, now: now - HOUR_MS });
    // Everything here happened in the past, so no job of another transaction is among these.
    const planned = tx
      .deleteFrom("job")
      .where("id", ">", last ?? 0)
      .where("created_at", "<=", now - HOUR_MS);
    await planned.execute();
    await tx.deleteFrom("notification").where("task_id", "in", tasks).execute();
    const messages = await tx.selectFrom("message").select("id").where("task_id", "in", tasks).execute();
    await mark(tx, "task", tasks);
    await mark(
      tx,
      "message",
      messages.map(({ id }) => id),
    );
    return { ok: true, tasks: tasks.length };
  });

/** The people of the stories: new requesters, and the admin for everyone else. */
async function createCast(tx: Tx, viewer: Viewer, now: number): Promise<Cast> {
  const cast: Partial<Cast> = {};
  const people: number[] = [];
  for (const [who, { name, role }] of Object.entries(PEOPLE)) {
    if (role !== "requester") {
      cast[who as Who] = viewer;
      continue;
    }
    const made = await createUser(tx, { name, email: null, role }, now);
    if (!made.ok) throw new Error(`${name} wasn't created.`);
    people.push(made.id);
    cast[who as Who] = { id: made.id, name, email: null, role };
  }
  await mark(tx, "user", people);
  return cast as Cast;
}

type Kind = "task" | "message" | "user";

const mark = (tx: Tx, kind: Kind, ids: readonly number[]) =>
  tx
    .insertInto("sample_record")
    .values(ids.map((id) => ({ kind, id })))
    .execute();

const idsOf = async (db: Db, kind: Kind) =>
  (await db.selectFrom("sample_record").select("id").where("kind", "=", kind).orderBy("id").execute()).map(
    ({ id }) => id,
  );

const hasSamples = async (db: Db) =>
  (await db.selectFrom("sample_record").select("id").limit(1).executeTakeFirst()) !== undefined;

/** The sample data on this desk; null without any. `replies`: messages that were added to it. */
export async function readSamples(db: Db) {
  const [tasks, people] = [await idsOf(db, "task"), await idsOf(db, "user")];
  if (tasks.length + people.length === 0) return null;
  const added = await db
    .selectFrom("message")
    .select(({ fn }) => fn.countAll<number | string>().as("n"))
    .where("task_id", "in", [0, ...tasks])
    .where("id", "not in", (eb) => eb.selectFrom("sample_record").select("id").where("kind", "=", "message"))
    .executeTakeFirstOrThrow();
  return { tasks: tasks.length, people: people.length, replies: Number(added.n) };
}

/** `kept`: sample people who remain, because real tasks name them. */
type RemoveSamples =
  | { ok: true; kept: string[] }
  | { ok: false; why: "not_allowed" }
  | { ok: false; why: "has_replies"; replies: number };

/**
 * Permanently deletes the sample tasks and people, even if edited. Messages added since are deleted with their tasks,
 * which needs `evenReplies`. A sample task into which a real one was merged stays.
 */
export const removeSamples = (db: Db, viewer: Viewer, evenReplies: boolean, now: number) =>
  changeSamples<RemoveSamples>(db, viewer, async (tx) => {
    const { replies } = (await readSamples(tx)) ?? { replies: 0 };
    if (replies > 0 && !evenReplies) return { ok: false, why: "has_replies", replies };
    const isSample = sql<SqlBool>`exists (select 1 from sample_record where kind = 'task' and sample_record.id = merged.id)`;
    const tasks = await tx
      .selectFrom("task")
      .select("id")
      .where("id", "in", [0, ...(await idsOf(tx, "task"))])
      .where(sql<SqlBool>`coalesce(put_away, '') <> 'deleted'`)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("task as merged")
              .select("merged.id")
              .whereRef("merged.merged_into", "=", "task.id")
              .where(sql<SqlBool>`not ${isSample}`),
          ),
        ),
      )
      .execute();
    for (const { id } of tasks) await deleteForGood(tx, id, viewer.id, now);
    const gone = tx.updateTable("task").set({ requester_id: viewer.id }).where("put_away", "=", "deleted");
    const people = await idsOf(tx, "user");
    await gone.where("requester_id", "in", [0, ...people]).execute(); // the empty rows stay, for their numbers
    const kept: string[] = [];
    for (const id of people) {
      const name = await deletePerson(tx, id);
      if (name !== null) kept.push(name);
    }
    await tx.deleteFrom("sample_record").execute();
    return { ok: true, kept };
  });

/** Columns that connect a person to real data. */
const USES = [...MOVED.filter((place) => place !== "user_address.user_id"), "draft.user_id"];
/** Tables with data of the account only. */
const OWN = [
  ...Object.keys(MOVED_ONCE),
  ...["session", "presence", "invitation", "sign_in_link", "user_address", "user_word"],
];

/** Deletes a sample person. Returns the name of one who stays, because other data names them. */
async function deletePerson(tx: Tx, id: number): Promise<string | null> {
  const person = await tx.selectFrom("user").select("name").where("id", "=", id).executeTakeFirst();
  if (!person) return null;
  for (const place of USES) {
    const [table = "", column = ""] = place.split(".");
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit 1`.execute(tx);
    if (rows.length > 0) return person.name;
  }
  for (const table of OWN) await sql`delete from ${sql.table(table)} where user_id = ${id}`.execute(tx);
  for (const column of ["actor_id", "user_id"] as const) {
    await tx
      .updateTable("security_event")
      .set({ [column]: null })
      .where(column, "=", id)
      .execute();
  }
  await tx.deleteFrom("user").where("id", "=", id).execute();
  return null;
}

/** Serialized by the catalogue's row, so that two admins don't load the samples twice. */
const changeSamples = <T>(db: Db, viewer: Viewer, work: (tx: Tx) => Promise<T>): Promise<T | NotAllowed> =>
  changeRecords(db, viewer, { may: maySetUpDesk }, async (tx) => {
    await forUpdate(tx, tx.selectFrom("catalogue").select("id")).execute();
    return work(tx);
  });
