import { sql } from "kysely";
import type { Db } from "~/db/types";
import { listParticipants, shownParticipants } from "~/features/people/participants.server";
import { hasParticipants } from "~/features/tasks/task-parts.server";
import type { UserState } from "~/features/users/users";
import { keyedDigest } from "~/lib/keyed-digest.server";
import * as say from "../conversation-copy";

type WrittenTo = {
  id: number;
  requester_id: number;
  requester: string;
  requester_email: string | null;
  requester_state: UserState;
  has_participants: 0 | 1;
};

/** Everyone who gets this writer's public messages: the requester first, then the people in copy, by name. */
export async function listRecipients(db: Db, writer: { id: number }, task: WrittenTo) {
  if (!task.has_participants) {
    const { requester_id: id, requester: name, requester_email: email, requester_state } = task;
    return id === writer.id ? [] : [{ id, name, email, disabled: requester_state !== "active" }];
  }
  const rows = await db
    .selectFrom("user")
    .select(["id", "name", "email", "state"])
    .where((eb) =>
      eb.or([
        eb("id", "=", task.requester_id),
        eb("id", "in", eb.selectFrom("participant").select("user_id").where("task_id", "=", task.id)),
      ]),
    )
    .where("id", "!=", writer.id)
    .orderBy((eb) => eb.case().when("id", "=", task.requester_id).then(0).else(1).end())
    .orderBy("name_key")
    .orderBy("id")
    .execute();
  return rows.map(({ state, ...person }) => ({ ...person, disabled: state !== "active" }));
}

export type Recipient = Awaited<ReturnType<typeof listRecipients>>[number];

/*
 * A form carries a token of the readers its writer was shown. If the readers have changed when it's sent, the writer has to
 * confirm first, each time they change.
 */

/** Which of the requester's colleagues can also read it; null for none. */
type Sharing = "managers" | "members" | null;

/** The column `shared_with` in a query on `task`. */
export const sharedWith = sql<Sharing>`(
  select organization.sharing from organization
  where organization.id = task.organization_id and organization.sharing <> 'none' and task.confidential = 0
    and not exists (select 1 from team where team.id = task.team_id and team.visibility = 'members')
)`.as("shared_with");

type Read = { people: readonly Pick<Recipient, "id" | "email">[]; sharing: Sharing };

/** `works`: whether the form shows email addresses, as it does for agents. Otherwise the token leaves them out. */
export function readersToken(works: boolean, { people, sharing }: Read): string {
  const each = people.map(({ id, email }) => (works ? `${id} ${email}` : `${id}`)).sort();
  return keyedDigest("readers", JSON.stringify([works, each, sharing]));
}

/** Refusal because the readers have changed: the current ones, by name, and their token. */
export type ReaderChange = { ok: false; why: "readers"; readers: string; people: string[]; sharing: Sharing };

/** Null if the readers haven't changed. The caller holds the task lock, so they can't change in the meantime. */
export async function findReaderChange(
  db: Db,
  writer: { id: number },
  task: { id: number; works: 0 | 1 },
  named: string,
): Promise<ReaderChange | null> {
  const works = task.works === 1;
  const now = await readersOf(db, writer, task.id);
  const readers = readersToken(works, now);
  if (readers === named) return null;
  const people = works
    ? now.people.map(({ name, email }) => say.personAt(name, email ?? say.noEmailAddress))
    : await namesForRequester(db, writer, task.id);
  return { ok: false, why: "readers", readers, people, sharing: now.sharing };
}

/** Token of the current readers of an agent's message. */
export const readersNow = async (db: Db, writer: { id: number }, taskId: number) =>
  readersToken(true, await readersOf(db, writer, taskId));

async function readersOf(db: Db, writer: { id: number }, taskId: number) {
  const task = await db
    .selectFrom("task")
    .innerJoin("user as requester", "requester.id", "task.requester_id")
    .select(["task.id", "task.requester_id", "requester.name as requester"])
    .select(["requester.email as requester_email", "requester.state as requester_state"])
    .select([hasParticipants, sharedWith])
    .where("task.id", "=", taskId)
    .executeTakeFirstOrThrow();
  return { people: await listRecipients(db, writer, task), sharing: task.shared_with };
}

/** The readers' names, as a requester's page lists them. */
async function namesForRequester(db: Db, { id: writerId }: { id: number }, taskId: number): Promise<string[]> {
  const task = await db
    .selectFrom("task")
    .innerJoin("user", "user.id", "task.requester_id")
    .select(["user.id", "user.name"])
    .where("task.id", "=", taskId)
    .executeTakeFirstOrThrow();
  const isOwn = task.id === writerId;
  const inCopy = await listParticipants(db, taskId);
  const others = shownParticipants(inCopy, isOwn ? writerId : null).filter(({ id }) => id !== writerId);
  return [...(isOwn ? [] : [task.name]), ...others.map(({ name }) => name)];
}
