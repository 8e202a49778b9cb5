import { once } from "~/db/request-key.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { resolvePerson } from "~/features/users/people-fields.server";
import { createRequesterByEmail } from "~/features/users/user-queries.server";
import { EmailAddress } from "~/features/users/user-schema";
import type { Viewer } from "~/features/users/user-words";
import { hasAgentAccess } from "./task-policy";
import { endOfDay, type NewTask } from "./task-schema";
import { DEFAULT_PRIORITY, TASK_LIMITS, TYPES } from "./task-words";
import { assignableName, hasCreatedTooMany, insertTask } from "./task-write.server";

/** A field of the form that has to change, with a sentence for the person who filled it in. */
type Wrong = { ok: false; why: "wrong"; field: "requester" | "assignee" | "team" | "type"; message: string };

/** `id` is the number of the task; `repeated` when this form made it before. */
export type CreateTask =
  | { ok: true; id: number; repeated: boolean }
  | Wrong
  | { ok: false; why: "too_many"; message: string };

/**
 * Makes a task with its description. What only agents may say about a task is not looked at when a requester asks, and
 * an empty `requester` means whoever asks. An address nobody has makes a requester of its owner.
 */
export async function createTask(
  db: Db,
  viewer: Viewer,
  input: Pick<NewTask, "title" | "body" | "type" | "requestKey"> & Partial<NewTask>,
  now: number,
): Promise<CreateTask> {
  return inTransaction(db, async (tx) => {
    let refused: Exclude<CreateTask, { ok: true }> | undefined;
    const made = await once(tx, { userId: viewer.id, key: input.requestKey }, now, async () => {
      const task = hasAgentAccess(viewer)
        ? await forAgent(tx, viewer, input, now)
        : await forRequester(tx, viewer, input, now);
      if ("ok" in task) {
        refused = task;
        return null;
      }
      return insertTask(tx, viewer.id, { ...task, title: input.title, body: input.body, type: input.type }, now);
    });
    if (made) return { ok: true, ...made };
    return refused ?? Promise.reject(new Error("Nothing was made, and nobody said why."));
  });
}

type Parts = Omit<Parameters<typeof insertTask>[2], "title" | "body" | "type">;

async function forRequester(tx: Tx, viewer: Viewer, { type }: { type: string }, now: number) {
  if (!TYPES.some((known) => known.key === type && known.portal)) return wrong("type", "Choose a type.");
  if (await hasCreatedTooMany(tx, viewer.id, now)) {
    const message = `You have sent ${TASK_LIMITS.createdPerHour} requests within an hour. Please wait before you send another.`;
    return { ok: false as const, why: "too_many" as const, message };
  }
  return {
    requesterId: viewer.id,
    teamId: await defaultTeam(tx),
    assigneeId: null,
    priority: DEFAULT_PRIORITY,
    tags: [],
    dueAt: null,
  } satisfies Parts;
}

async function forAgent(tx: Tx, viewer: Viewer, input: Partial<NewTask>, now: number): Promise<Parts | Wrong> {
  const assigneeId = input.assignee ?? null;
  if (assigneeId !== null && (await assignableName(tx, assigneeId)) === undefined) {
    return wrong("assignee", "This person does not work on tasks any more. Choose somebody else.");
  }
  const teamId = input.team ?? (await defaultTeam(tx));
  if (!(await teamName(tx, teamId))) return wrong("team", "Choose one of the list.");
  // Last, because it may make an account, which must not stay when the rest is refused.
  const requester = await requesterOf(tx, viewer, input.requester ?? "", now);
  if ("ok" in requester) return requester;
  return {
    requesterId: requester.id,
    teamId,
    assigneeId,
    priority: input.priority ?? DEFAULT_PRIORITY,
    tags: input.tags ?? [],
    dueAt: endOfDay(input.due ?? ""),
  };
}

/** Whom a task is for: as typed, an existing person or one made from an address. */
export async function requesterOf(tx: Tx, viewer: Viewer, text: string, now: number): Promise<{ id: number } | Wrong> {
  if (text === "") return { id: viewer.id };
  const found = await resolvePerson(tx, text);
  if (found.ok) return { id: found.person.id };
  if (found.why !== "nobody" || found.email === undefined) return wrong("requester", found.message);
  const email = EmailAddress.safeParse(found.email);
  if (!email.success) return wrong("requester", "That is not an e-mail address.");
  const { id, state } = await createRequesterByEmail(tx, email.data, now);
  return state === "active" ? { id } : wrong("requester", "The account with this address is disabled.");
}

const wrong = (field: Wrong["field"], message: string): Wrong => ({ ok: false, why: "wrong", field, message });

async function defaultTeam(tx: Tx): Promise<number> {
  const team = await tx.selectFrom("team").select("id").where("is_default", "=", 1).executeTakeFirstOrThrow();
  return team.id;
}

/** The name of that team; undefined when there is none. */
export async function teamName(tx: Tx, id: number): Promise<string | undefined> {
  return (await tx.selectFrom("team").select("name").where("id", "=", id).executeTakeFirst())?.name;
}

/** Every team, for a field of a form. */
export const listTeams = (db: Db) => db.selectFrom("team").select(["id", "name"]).orderBy("name").limit(100).execute();
