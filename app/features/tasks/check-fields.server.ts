import type { Tx } from "~/db/transaction.server";
import { zoneOf } from "~/features/users/preferences.server";
import type { Viewer } from "~/features/users/users";
import { accessError, losesAssignee } from "./access.server";
import type { AppliedFields, Change, WrongFields } from "./apply-fields.server";
import { nextAssignee, recordTurn } from "./next-assignee.server";
import { snoozeError } from "./status/snooze";
import type { TaskRow } from "./task-rows.server";
import type { TaskFields } from "./task-schema";
import { mayMove, statusChoices } from "./task-status";
import { defaultOf, isOpen, offeredTypes, type StatusKey, statusOf } from "./tasks";
import * as say from "./tasks-copy";
import { requesterOf, takesTasks } from "./team-and-requester.server";

/** `newRequester` is null if unchanged. `assigned` is the new team's automatic assignee; undefined without one. */
export type Possible = {
  ok: true;
  wanted: TaskFields;
  status: StatusKey;
  newRequester: number | null;
  assigned: number | undefined;
};

/** Works out a change with all its side effects, or why it's refused. */
export async function checkFields(
  tx: Tx,
  viewer: Viewer,
  task: TaskRow,
  { current, wanted: asked, times, undoes }: Change,
  now: number,
): Promise<Possible | Exclude<AppliedFields, { ok: true }>> {
  const wanted: TaskFields = { ...asked };
  const target = wanted.status ?? current.status;
  const isBack = times?.reopen_count !== undefined && task.merged_into === null;
  if (!isBack && !mayMove(task, target, "agent", now)) {
    return { ok: false, why: "invalid_move", status: current.status, choices: statusChoices(task, now) };
  }
  const errors: WrongFields = {};
  // A retired type may stay, or return through an undo.
  if (wanted.type !== undefined && undoes === undefined && !offeredTypes().some(({ key }) => key === wanted.type)) {
    errors.type = say.chooseAType;
  }
  const noAccess = await accessError(tx, viewer, task, wanted);
  if (noAccess) errors[noAccess.field] = noAccess.message;
  if (wanted.team !== undefined && !(await takesTasks(tx, wanted.team))) errors.team = say.chooseFromList;

  // Assigning a new task starts it, unless the same form sets a status.
  const started = wanted.assignee && wanted.status === undefined && statusOf(current.status).category === "new";
  const status = started ? defaultOf("active") : target;
  const waits = statusOf(status).category === "waiting";
  const tooEarly = wanted.snooze ? snoozeError(wanted.snooze, { waits, now, zone: zoneOf(viewer) }) : null;
  if (tooEarly) errors.snooze = tooEarly;
  if (!waits && current.snooze !== "") wanted.snooze = ""; // part of this change, so one undo covers both

  // A new address creates an account, which must not remain when the rest is refused.
  const isRefused = Object.keys(errors).length > 0;
  const asks = wanted.requester !== undefined && !(isRefused && wanted.requester.includes("@"));
  const requester = asks ? await requesterNamed(tx, viewer, wanted.requester ?? "", now) : null;
  if (requester && "ok" in requester) {
    errors.requester = requester.message;
    return { ok: false, why: "wrong", errors, meant: requester.meant ?? [] };
  }
  if (isRefused) return { ok: false, why: "wrong", errors };
  const newRequester = requester && requester.id !== task.requester_id ? requester.id : null;
  if (newRequester === null) delete wanted.requester;

  if (wanted.assignee) await recordTurn(tx, wanted.team ?? task.team_id, wanted.assignee, now);
  const next = undoes === undefined ? await assignedOnArrival(tx, task, wanted, status, now) : null;
  if (!next) return { ok: true, wanted, status, newRequester, assigned: undefined };
  delete wanted.assignee; // was empty: the assignee is the product's choice
  const begins = statusOf(status).category === "new" && wanted.status === undefined;
  return { ok: true, wanted, status: begins ? defaultOf("active") : status, newRequester, assigned: next.id };
}

/** The automatic assignee of an open task that moves to a team. Null if it keeps an assignee or no member has capacity. */
async function assignedOnArrival(tx: Tx, task: TaskRow, wanted: TaskFields, status: StatusKey, now: number) {
  if (wanted.team === undefined || wanted.assignee || !isOpen(status)) return null;
  const isBrought = wanted.assignee === undefined && task.assignee_id !== null;
  if (isBrought && !(await losesAssignee(tx, task, wanted))) return null;
  return nextAssignee(tx, wanted.team, now);
}

/** The person the agent typed as the requester, or why not. */
const requesterNamed = async (tx: Tx, viewer: Viewer, typed: string, now: number) =>
  typed === ""
    ? { ok: false as const, message: say.enterNameOrAddress, meant: [] }
    : requesterOf(tx, viewer, typed, now);
