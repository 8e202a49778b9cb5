import { sql } from "kysely";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { taskToChange } from "~/features/tasks/task-rows.server";
import { TASK_LIMITS } from "~/features/tasks/tasks";
import { recordEvents } from "~/features/tasks/write-task-history.server";
import { ownsAddress } from "~/features/users/addresses.server";
import { parsePerson, splitPeople } from "~/features/users/parse-people.server";
import { resolvePerson } from "~/features/users/person-picker.server";
import { createRequesterByEmail } from "~/features/users/user-queries.server";
import { EmailAddress } from "~/features/users/user-schema";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import type { Viewer } from "~/features/users/users";
import type { Suggestion } from "~/lib/refusal";
import { changePeople, insertPeople, type PersonOnTask, peopleEvents } from "./change-task-people.server";
import * as say from "./people-copy";

type Refused =
  | { ok: false; why: "no_such_task" | "not_allowed" }
  | { ok: false; why: "wrong"; message: string; meant?: Suggestion[] };

/**
 * names        people new in copy; for a requester, the addresses they typed
 * changeSetId  undoes it, for viewers who may
 */
export type PutInCopy = { ok: true; names: string[]; changeSetId: number | null } | Refused;

/** People in cc, by name. `address` is the one a requester typed to add them; other viewers never see addresses. */
export const listParticipants = (db: Db, taskId: number) =>
  db
    .selectFrom("participant")
    .innerJoin("user", "user.id", "participant.user_id")
    .select(["user.id", "user.name", "participant.address"])
    .where("participant.task_id", "=", taskId)
    .orderBy("user.name_key")
    .orderBy("user.id")
    .execute();

/**
 * Participants as a page shows them. The requester (`asker`) sees the addresses they typed instead of names. Negative
 * ids keep them from learning whose address it is on other tasks.
 */
export const shownParticipants = (people: Awaited<ReturnType<typeof listParticipants>>, asker: number | null) =>
  people.map(({ id, name, address }, place) =>
    asker !== null && address !== null && id !== asker ? { id: -1 - place, name: address } : { id, name },
  );

/**
 * Adds people in copy from a comma-separated list. Agents enter names or addresses; requesters enter addresses, on
 * their own tasks. A new address creates a requester. Adds everyone, or no one if any entry is wrong.
 */
export async function putInCopy(db: Db, viewer: Viewer, taskId: number, text: string, now: number): Promise<PutInCopy> {
  return inTransaction(db, async (tx) => {
    const task = await taskToChange(tx, viewer, taskId);
    if (!task) return { ok: false, why: "no_such_task" };
    if (!task.works && task.requester_id !== viewer.id) return { ok: false, why: "not_allowed" };
    const meant = await whoIsMeant(tx, text, task.works === 1);
    if (!meant.ok) return { ...meant, why: "wrong" };
    if (meant.people.length === 0) return { ok: false, why: "wrong", message: say.enterNameOrAddress };
    const coming = await newParticipants(tx, viewer, task, meant.people, now);
    if (!coming.ok) return { ok: false, why: "wrong", message: coming.message };
    const changeSetId =
      coming.people.length === 0
        ? null
        : await changePeople(tx, viewer, task, "participants", { come: coming.people }, now);
    if (!task.works) return { ok: true, names: addressesOf(task, meant.people), changeSetId: null };
    return { ok: true, names: coming.people.map(({ name }) => name), changeSetId };
  });
}

/**
 * Removes a person from copy: agents remove anyone, others themselves, and the requester the people they added, by the address they
 * typed. A no-op if they aren't in copy.
 */
export async function takeOutOfCopy(
  db: Db,
  viewer: Viewer,
  taskId: number,
  who: number | string,
  now: number,
): Promise<{ ok: true; name: string | null; changeSetId: number | null } | Exclude<Refused, { why: "wrong" }>> {
  return inTransaction(db, async (tx) => {
    const task = await taskToChange(tx, viewer, taskId);
    if (!task) return { ok: false, why: "no_such_task" };
    const isOwn = typeof who === "string" ? task.requester_id === viewer.id : who === viewer.id;
    if (!task.works && !isOwn) return { ok: false, why: "not_allowed" };
    const person = (await listParticipants(tx, taskId)).find(({ id, address }) =>
      typeof who === "string" ? address !== null && emailKeyOf(address) === emailKeyOf(who) : id === who,
    );
    if (!person) return { ok: true, name: null, changeSetId: null };
    const changeSetId = await changePeople(tx, viewer, task, "participants", { go: [person] }, now);
    const name = typeof who === "string" ? person.address : person.name;
    return { ok: true, name, changeSetId: task.works ? changeSetId : null };
  });
}

/** Addresses as the requester typed them, who must not learn whether an address was already in cc. */
const addressesOf = (task: OfTask, people: readonly Meant[]) =>
  people.flatMap((person) => ("id" in person && person.id === task.requester_id ? [] : (person.address ?? [])));

const TOO_MANY = say.tooManyInCopy(TASK_LIMITS.participants);

/** An existing person, or the address for a new requester. `address`: as a requester typed it. */
export type Meant = { address?: string | undefined } & (
  | { id: number; name: string }
  | { email: string; name?: string | undefined }
);

/**
 * Resolves typed people without creating accounts.
 *
 * byName  names are allowed; otherwise only addresses, and nothing about the people behind them may leak
 */
export async function whoIsMeant(
  db: Db,
  text: string,
  byName: boolean,
): Promise<{ ok: true; people: Meant[] } | { ok: false; message: string; meant: Suggestion[] }> {
  const people: Meant[] = [];
  const asked = splitPeople(text);
  if (asked.length > TASK_LIMITS.participants) return { ok: false, message: TOO_MANY, meant: [] };
  const messages: string[] = [];
  const meant: Suggestion[] = [];
  for (const [place, one] of asked.entries()) {
    const person = await (byName ? resolveTypedName(db, one) : resolveTypedAddress(db, one));
    if ("id" in person || "email" in person) {
      people.push(person);
      continue;
    }
    messages.push(asked.length > 1 ? `“${one}”: ${person.message}` : person.message);
    const instead = (label: string) => asked.with(place, inList(label)).join(", ");
    meant.push(...(person.meant ?? []).map((label) => ({ label, value: instead(label) })));
  }
  return messages.length > 0 ? { ok: false, message: messages.join(" "), meant } : { ok: true, people };
}

/** A person as an entry of a comma-separated list. A name with a comma would count as two, so use the address or number. */
const inList = (label: string) =>
  /[,;]/.test(label) ? (/<[^<>]+>$|\(person \d+\)$/.exec(label)?.[0] ?? label) : label;

type NotMeant = { message: string; meant?: string[] };

/** Resolves an agent's entry: a name or an address. */
async function resolveTypedName(db: Db, text: string): Promise<Meant | NotMeant> {
  const found = await resolvePerson(db, text);
  if (found.ok) return { id: found.person.id, name: found.person.name };
  if (found.email === undefined) return { message: found.message, meant: found.meant ?? [] };
  const email = EmailAddress.safeParse(found.email);
  return email.success ? { email: email.data, name: found.name } : { message: say.invalidEmail };
}

/** Resolves a requester's entry. Known and unknown addresses must look alike. */
async function resolveTypedAddress(db: Db, text: string): Promise<Meant | NotMeant> {
  const typed = parsePerson(text);
  if (!typed || !("email" in typed)) return { message: say.enterAnEmail };
  const email = EmailAddress.safeParse(typed.email);
  if (!email.success) return { message: say.invalidEmail };
  const person = await db
    .selectFrom("user")
    .select(["id", "name"])
    .where(ownsAddress(sql.ref("user.id"), emailKeyOf(email.data)))
    .executeTakeFirst();
  return { ...(person ?? { email: email.data, name: typed.name }), address: email.data };
}

type OfTask = { id: number; requester_id: number };

/**
 * People not yet in copy, each once; refused when there are too many. The requester needs no copy. In a list of
 * addresses, each address counts as one person, even if one person owns several: the remaining room must not reveal
 * that.
 */
export async function newParticipants(
  tx: Tx,
  viewer: Viewer,
  task: OfTask,
  people: readonly Meant[],
  now: number,
): Promise<{ ok: true; people: PersonOnTask[] } | { ok: false; message: string }> {
  const inCopy = await listParticipants(tx, task.id);
  const isOther = (person: Meant) => !("id" in person && person.id === task.requester_id);
  const all = new Set([...inCopy, ...people.filter(isOther)].map(people.some(isAddressed) ? byAddress : byPerson));
  if (all.size > TASK_LIMITS.participants) return { ok: false, message: TOO_MANY };
  const present = new Set(inCopy.map(({ id }) => id));
  const coming = new Map<number, PersonOnTask>();
  for (const person of people) {
    const { id, name } = "id" in person ? person : await createRequesterByEmail(tx, person, viewer, now);
    if (id !== task.requester_id && !present.has(id)) coming.set(id, { id, name, address: person.address });
  }
  return { ok: true, people: [...coming.values()] };
}

type Counted = { address?: string | null | undefined } & ({ id: number } | { email: string });

const isAddressed = ({ address }: Counted) => typeof address === "string";
const byPerson = (person: Counted) => ("id" in person ? person.id : emailKeyOf(person.email));
const byAddress = (person: Counted) => (person.address ? emailKeyOf(person.address) : byPerson(person));

/** Adds people in copy of a new task; whoIsMeant already limits how many. */
export async function addParticipants(tx: Tx, viewer: Viewer, task: OfTask, cc: readonly Meant[], now: number) {
  const coming = await newParticipants(tx, viewer, task, cc, now);
  if (!coming.ok) return;
  await insertPeople(tx, task.id, "participants", coming.people, now);
  await recordEvents(
    tx,
    peopleEvents({ taskId: task.id, actorId: viewer.id }, "participants", { come: coming.people }, now),
  );
}
