import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { lockNewTaskDraft } from "~/features/conversation/drafts/draft-rows.server";
import { removeSentDraft } from "~/features/conversation/drafts/draft-save.server";
import { type TooMany, tooManyTasks } from "~/features/conversation/hourly-limits.server";
import { insertTask } from "~/features/conversation/insert-message.server";
import { type CreatedAlready, createdAlready } from "~/features/conversation/sending/sent-already.server";
import {
  listFields,
  mergeFields,
  missingFieldErrors,
  type SentFields,
} from "~/features/custom-fields/custom-fields.server";
import { mayWriteField, missingFields } from "~/features/custom-fields/field-rules";
import { addParticipants, type Meant, whoIsMeant } from "~/features/people/participants.server";
import { parentOfNew, setParent } from "~/features/relations/sub-tasks.server";
import { assigneeError, shutsOut } from "~/features/tasks/access.server";
import type { TaskRow } from "~/features/tasks/task-rows.server";
import type { NewTask } from "~/features/tasks/task-schema";
import { DEFAULT_PRIORITY, offeredTypes } from "~/features/tasks/tasks";
import * as terms from "~/features/tasks/tasks-copy";
import { requesterOf, wrongRequester } from "~/features/tasks/team-and-requester.server";
import { type OtherText, writeOnce } from "~/features/tasks/write-once.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { startOfDay } from "~/lib/calendar-day";
import type { FieldValues } from "~/lib/field-visibility";
import type { Refusal } from "~/lib/refusal";
import * as say from "./new-task-copy";
import { type NewTaskRules, newTaskRules } from "./type-defaults.server";

/** Every field that needs correcting, with sentences for the writer. */
type Wrong = { ok: false; why: "wrong" } & WrongInputs;
type WrongInputs = Pick<Refusal, "errors" | "suggestions">;
const wrong = (inputs: WrongInputs): Wrong => ({ ok: false, why: "wrong", ...inputs });

/**
 * repeated  this form already created the task
 * isOwn     the viewer created it just now for themselves, so they may see it
 */
type CreateTask =
  | { ok: true; id: number; repeated: boolean; isOwn: boolean }
  | Wrong
  | CreatedAlready
  | OtherText
  | TooMany;

/**
 * Creates a task with its description. Ignores agent-only fields from requesters. An empty `requester` means the viewer; an
 * unknown email address adds a requester.
 */
export async function createTask(
  db: Db,
  viewer: Viewer,
  input: Pick<NewTask, "title" | "body" | "type" | "requestKey"> & Partial<NewTask> & { fields?: SentFields },
  now: number,
): Promise<CreateTask> {
  return inTransaction(db, async (tx) => {
    let hasDrafts = true; // assumed when the form already created the task
    let isOwn = false;
    const text = `${input.title}\n${input.body}`;
    const made = await writeOnce(tx, { userId: viewer.id, key: input.requestKey, text }, now, async () => {
      await lockNewTaskDraft(tx, viewer.id); // first, so that no draft appears after the check for one
      const usual = await newTaskRules(tx, viewer, teamOf(viewer, input));
      hasDrafts = usual.hasDrafts;
      const fields = await fieldsOfNew(tx, viewer, input, usual);
      const wrongs = await validateTask(tx, viewer, input, usual);
      if (!fields.ok) return wrong(both(wrongs, fields));
      if (Object.keys(wrongs.errors).length > 0) return wrong(wrongs);
      const task = isAgent(viewer)
        ? await forAgent(tx, viewer, input, usual, now)
        : await forRequester(tx, viewer, input, usual, now);
      if ("ok" in task) return task;
      const { title, body, type } = input;
      const { parent, cc, ...parts } = task;
      const same = { title, body, requesterId: parts.requesterId, parentId: parent?.id ?? null };
      // A requester added above has no tasks, so a refusal here never leaves a new account behind.
      const already = input.anyway ? null : await createdAlready(tx, viewer.id, same, now, { hasDrafts });
      if (already) return already;
      isOwn = parts.requesterId === viewer.id;
      const said = { title, body, type, fields: fields.values, ...(hasDrafts && { draft: DRAFT }) };
      const id = await insertTask(tx, viewer.id, { ...parts, ...said }, now);
      if (cc.length > 0) await addParticipants(tx, viewer, { id, requester_id: parts.requesterId }, cc, now);
      if (parent) await setParent(tx, viewer, { id, version: 1 }, parent, { begins: true }, now);
      return id;
    });
    if (!made.ok) return made;
    if (hasDrafts) await removeSentDraft(tx, viewer.id, DRAFT, input);
    return { ...made, isOwn };
  });
}

const DRAFT = { kind: "task", taskId: null } as const;

/** Only agents choose the team. */
const teamOf = (viewer: Viewer, { type, team }: Wanted) => ({ type, team: isAgent(viewer) ? team : undefined });

type Wanted = Pick<NewTask, "type"> & Partial<NewTask>;

type Parts = Omit<Parameters<typeof insertTask>[2], "title" | "body" | "type" | "fields" | "draft"> & {
  parent: TaskRow | null;
  cc: readonly Meant[];
};

/** Custom field values to store, or errors if any is invalid or missing. */
async function fieldsOfNew(
  tx: Tx,
  viewer: Viewer,
  { type, fields: sent }: { type: string; fields?: SentFields },
  { hasFields }: Pick<NewTaskRules, "hasFields">,
): Promise<{ ok: true; values: FieldValues } | Wrong> {
  if (!sent || !hasFields) return { ok: true, values: {} };
  const fields = await listFields(tx);
  const works = isAgent(viewer);
  const merged = await mergeFields(tx, fields, {}, { type, works }, { ...sent, was: {} });
  if (!merged.ok) return merged.why === "wrong" ? merged : wrong({ errors: {} });
  const missing = missingFields(fields, type, merged.values, "create").filter((field) => mayWriteField(field, works));
  return missing.length === 0 ? { ok: true, values: merged.wanted } : wrong({ errors: missingFieldErrors(missing) });
}

async function forRequester(tx: Tx, viewer: Viewer, input: Wanted, usual: NewTaskRules, now: number) {
  const tooMany = await tooManyTasks(tx, viewer.id, now);
  if (tooMany) return tooMany;
  return {
    parent: null,
    cc: [],
    requesterId: viewer.id,
    teamId: usual.team,
    assigneeId: null,
    priority: (usual.asksPriority ? input.priority : null) ?? usual.priority ?? DEFAULT_PRIORITY,
    tags: [],
    dueAt: null,
    confidential: 0 as const,
    byHand: usual.byHand,
  } satisfies Parts;
}

/** Collects all errors, so that the writer sees them at once. */
async function validateTask(tx: Tx, viewer: Viewer, input: Wanted, usual: NewTaskRules): Promise<WrongInputs> {
  const errors: WrongInputs["errors"] = {};
  const isOffered = offeredTypes().some(({ key, portal }) => key === input.type && (portal || isAgent(viewer)));
  if (!isOffered) errors.type = [terms.chooseAType];
  if (!isAgent(viewer)) return { errors };
  const access = accessOfNew(viewer, input, usual);
  if (!usual.hasTeam) errors.team = [terms.chooseFromList];
  const noAccess = access.assignee_id === null ? null : await assigneeError(tx, access.assignee_id, access);
  if (noAccess !== null) errors.assignee = [noAccess];
  if (usual.hasTeam && access.confidential && !input.evenIfShutOut && (await shutsOut(tx, viewer, access, {}))) {
    errors.confidential = [say.notInThisTeam];
  }
  const parent = input.parent === undefined ? null : await parentOfNew(tx, viewer, input.parent);
  if (typeof parent === "string") errors.parent = [parent];
  return both({ errors }, await wrongPeople(tx, input));
}

/** Columns that decide access to the new task. */
function accessOfNew(viewer: Viewer, input: Wanted, usual: NewTaskRules) {
  const confidential = input.confidential ? (1 as const) : (0 as const);
  const assignee_id = input.assignee ?? null;
  return { team_id: input.team ?? usual.team, confidential, assignee_id, requester_id: viewer.id };
}

const both = (one: WrongInputs, other: WrongInputs): WrongInputs => ({
  errors: { ...one.errors, ...other.errors },
  suggestions: { ...one.suggestions, ...other.suggestions },
});

/** Errors in the people an agent names. Creates no accounts yet. */
export async function wrongPeople(
  db: Db,
  { requester = "", cc = "" }: { requester?: string | undefined; cc?: string | undefined },
): Promise<WrongInputs> {
  const copies = await whoIsMeant(db, cc, true);
  const inCopy = copies.ok ? { errors: {} } : { errors: { cc: [copies.message] }, suggestions: { cc: copies.meant } };
  return both(await wrongRequester(db, requester), inCopy);
}

/** Expects input that `validateTask` found no errors in. */
async function forAgent(
  tx: Tx,
  viewer: Viewer,
  input: Wanted,
  usual: NewTaskRules,
  now: number,
): Promise<Parts | Wrong> {
  const { team_id: teamId, assignee_id: assigneeId, confidential } = accessOfNew(viewer, input, usual);
  const parent = input.parent === undefined ? null : await parentOfNew(tx, viewer, input.parent);
  const cc = await whoIsMeant(tx, input.cc ?? "", true);
  // Last, because it may create an account, which must not remain if the rest is refused.
  const requester = await requesterOf(tx, viewer, input.requester ?? "", now);
  if ("ok" in requester) return wrong({ errors: { requester: [requester.message] } });
  return {
    parent: typeof parent === "string" ? null : parent,
    cc: cc.ok ? cc.people : [],
    requesterId: requester.id,
    teamId,
    assigneeId,
    priority: input.priority ?? usual.priority ?? DEFAULT_PRIORITY,
    tags: input.tags ?? [],
    confidential,
    dueAt: startOfDay(input.due ?? ""),
    byHand: usual.byHand,
  };
}
