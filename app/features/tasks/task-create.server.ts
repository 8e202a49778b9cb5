import { compiledOnce } from "~/db/compiled.server";
import { once } from "~/db/request-key.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { resolvePerson } from "~/features/users/people-fields.server";
import { createRequesterByEmail } from "~/features/users/user-queries.server";
import { EmailAddress } from "~/features/users/user-schema";
import { isAgent, type Viewer } from "~/features/users/user-words";
import type { FieldValues } from "~/lib/shown-field";
import { listFields, mergeFields, neededErrors, type SentFields } from "./custom-fields/custom-fields.server";
import { mayWriteField, missingFields } from "./custom-fields/field-rules";
import { removeSentDraft } from "./drafts/draft-save.server";
import { type TooMany, tooManyTasks } from "./hourly-limits.server";
import { shutsOut, whyNotAssign } from "./people/access.server";
import { addParticipants, type Meant, whoIsMeant } from "./people/participants.server";
import { parentOfNew, putUnder } from "./relations/sub-tasks.server";
import { type CreatedAlready, createdAlready } from "./sending/sent-already.server";
import { endOfDay, type NewTask } from "./task-schema";
import { DEFAULT_PRIORITY, TYPES } from "./task-words";
import { insertTask, type TaskRow } from "./task-write.server";

/** A field of the form that has to change, with a sentence for the person who filled it in. */
type Wrong = {
  ok: false;
  why: "wrong";
  field: "requester" | "assignee" | "team" | "type" | "parent" | "confidential" | "cc";
  message: string;
};

/** Custom fields that are wrong or missing: sentences by the name the field has in the form. */
type WrongFields = { ok: false; why: "wrong_fields"; errors: Record<string, string[]> };

/** `id` is the number of the task; `repeated` when this form made it before. */
export type CreateTask =
  | { ok: true; id: number; repeated: boolean }
  | Wrong
  | WrongFields
  | CreatedAlready
  | { ok: false; why: "other_text" }
  | TooMany;

/**
 * Makes a task with its description. What only agents may say about a task is not looked at when a requester asks, and
 * an empty `requester` means whoever asks. An address nobody has makes a requester of its owner.
 */
export async function createTask(
  db: Db,
  viewer: Viewer,
  input: Pick<NewTask, "title" | "body" | "type" | "requestKey"> & Partial<NewTask> & { fields?: SentFields },
  now: number,
): Promise<CreateTask> {
  return inTransaction(db, async (tx) => {
    let refused: Exclude<CreateTask, { ok: true }> | undefined;
    const text = `${input.title}\n${input.body}`;
    const made = await once(tx, { userId: viewer.id, key: input.requestKey, text }, now, async () => {
      const fields = await fieldsOfNew(tx, viewer, input);
      if (!fields.ok) {
        refused = fields;
        return null;
      }
      const task = isAgent(viewer)
        ? await forAgent(tx, viewer, input, now)
        : await forRequester(tx, viewer, input, now);
      if ("ok" in task) {
        refused = task;
        return null;
      }
      const { title, body, type } = input;
      const { parent, cc, ...parts } = task;
      const same = { title, body, requesterId: parts.requesterId, parentId: parent?.id ?? null };
      // A requester this has just made has no task yet: nothing is left behind of what is not created.
      const already = input.anyway ? null : await createdAlready(tx, viewer.id, same, now);
      if (already) {
        refused = already;
        return null;
      }
      const draft = { kind: "task", taskId: null } as const;
      const id = await insertTask(tx, viewer.id, { ...parts, title, body, type, fields: fields.values, draft }, now);
      await addParticipants(tx, viewer, { id, requester_id: parts.requesterId }, cc, now);
      if (parent) await putUnder(tx, viewer, { id, version: 1 }, parent, {}, now);
      return id;
    });
    if (!made) return refused ?? Promise.reject(new Error("Nothing was made, and nobody said why."));
    const { id, repeated, otherText } = made;
    if (otherText) return { ok: false, why: "other_text" };
    await removeSentDraft(tx, viewer.id, { kind: "task", taskId: null }, input);
    return { ok: true, id, repeated };
  });
}

type Parts = Omit<Parameters<typeof insertTask>[2], "title" | "body" | "type" | "fields" | "draft"> & {
  parent: TaskRow | null;
  cc: readonly Meant[];
};

/** The values of the custom fields, to be stored, unless one of them is wrong or missing. */
async function fieldsOfNew(
  tx: Tx,
  viewer: Viewer,
  { type, fields: sent }: { type: string; fields?: SentFields },
): Promise<{ ok: true; values: FieldValues } | WrongFields> {
  if (!sent) return { ok: true, values: {} };
  const fields = await listFields(tx);
  const works = isAgent(viewer);
  const merged = await mergeFields(tx, fields, {}, { type, works }, { ...sent, was: {} });
  if (!merged.ok) return { ok: false, why: "wrong_fields", errors: merged.why === "wrong" ? merged.errors : {} };
  const missing = missingFields(fields, type, merged.values, "create").filter((field) => mayWriteField(field, works));
  if (missing.length === 0) return { ok: true, values: merged.wanted };
  return { ok: false, why: "wrong_fields", errors: neededErrors(missing) };
}

async function forRequester(tx: Tx, viewer: Viewer, { type }: { type: string }, now: number) {
  if (!TYPES.some((known) => known.key === type && known.portal)) return wrong("type", "Choose a type.");
  const tooMany = await tooManyTasks(tx, viewer.id, now);
  if (tooMany) return tooMany;
  return {
    parent: null,
    cc: [],
    requesterId: viewer.id,
    teamId: await defaultTeam(tx),
    assigneeId: null,
    priority: DEFAULT_PRIORITY,
    tags: [],
    dueAt: null,
    confidential: 0 as const,
  } satisfies Parts;
}

async function forAgent(tx: Tx, viewer: Viewer, input: Partial<NewTask>, now: number): Promise<Parts | Wrong> {
  const assigneeId = input.assignee ?? null;
  const teamId = input.team ?? (await defaultTeam(tx));
  if (!(await teamName(tx, teamId))) return wrong("team", "Choose one of the list.");
  const confidential = input.confidential ? 1 : 0;
  const access = { team_id: teamId, confidential, assignee_id: assigneeId, requester_id: viewer.id } as const;
  const noAccess = assigneeId === null ? null : await whyNotAssign(tx, assigneeId, access);
  if (noAccess !== null) return wrong("assignee", noAccess);
  if (confidential && !input.evenIfShutOut && (await shutsOut(tx, viewer, access, {}))) {
    return wrong(
      "confidential",
      "You are not in this team: you will not work on this task. Create it once more to do so.",
    );
  }
  const parent = input.parent === undefined ? null : await parentOfNew(tx, viewer, input.parent);
  if (typeof parent === "string") return wrong("parent", parent);
  const cc = await whoIsMeant(tx, input.cc ?? "", true);
  if (!cc.ok) return wrong("cc", cc.message);
  // Last, because it may make an account, which must not stay when the rest is refused.
  const requester = await requesterOf(tx, viewer, input.requester ?? "", now);
  if ("ok" in requester) return requester;
  return {
    parent,
    cc: cc.people,
    requesterId: requester.id,
    teamId,
    assigneeId,
    priority: input.priority ?? DEFAULT_PRIORITY,
    tags: input.tags ?? [],
    confidential,
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
export const listTeams = (db: Db) => teams(db, {});

const teams = compiledOnce((db) => db.selectFrom("team").select(["id", "name"]).orderBy("name").limit(100));
