import { isAgent, type Viewer } from "~/features/users/users";
import { DAY_MS, MINUTE_MS } from "~/lib/durations";
import * as say from "./history-copy";

/** Where a change is taken back, with POST. */
export const undoAddress = (taskId: number, changeSetId: number) => `/tasks/${taskId}/undo/${changeSetId}`;

/**
 * What the button of a toast needs to take a change back; nothing when nothing was changed. One toast tells of a task's
 * last change; those before are taken back from the history.
 */
export const undoButton = (taskId: number, changeSetId: number | null) =>
  changeSetId === null
    ? {}
    : { action: { label: say.undo, post: undoAddress(taskId, changeSetId) }, about: `change of ${taskId}` };

/** How long who made a change may take it back, and how long leads of the task's team and admins may. */
export const UNDO_MS = { author: 10 * MINUTE_MS, lead: 30 * DAY_MS } as const;

/** What decides who may take a change back. `leads`: whether they lead the team the task is in. */
type Asked = { viewer: Pick<Viewer, "id" | "role">; leads: boolean; change: { actor_id: number; created_at: number } };

/** Null for yes. For people with agent access to the task; nobody else learns that there was a change. */
export function whyNotUndo({ viewer, leads, change }: Asked, now: number): "not_allowed" | "too_late" | null {
  const mayAlways = viewer.role === "admin" || (leads && isAgent(viewer));
  if (!mayAlways && viewer.id !== change.actor_id) return "not_allowed";
  return now - change.created_at <= (mayAlways ? UNDO_MS.lead : UNDO_MS.author) ? null : "too_late";
}
