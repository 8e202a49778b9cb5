import { isAgent, type Viewer } from "~/features/users/users";
import { DAY_MS, MINUTE_MS } from "~/lib/durations";
import * as say from "./history-copy";

/** URL that undoes a change, by POST. `back`: the page to return to if it isn't the task's. */
export const undoAddress = (taskId: number, changeSetId: number, back: string | null = null) =>
  `/tasks/${taskId}/undo/${changeSetId}${back === null ? "" : `?back=${encodeURIComponent(back)}`}`;

/**
 * The toast's undo button; empty when nothing changed. Only a task's last change has a toast: undo earlier ones in the
 * history.
 */
export const undoButton = (taskId: number, changeSetId: number | null, back: string | null = null) =>
  changeSetId === null
    ? {}
    : { action: { label: say.undo, post: undoAddress(taskId, changeSetId, back) }, about: `change of ${taskId}` };

/** How long the author can undo a change, and how long the team's leads and admins can. */
export const UNDO_MS = { author: 10 * MINUTE_MS, lead: 30 * DAY_MS } as const;

/** `leads`: whether the viewer leads the task's team. */
type Asked = { viewer: Pick<Viewer, "id" | "role">; leads: boolean; change: { actor_id: number; created_at: number } };

/** Null if allowed. Only for viewers with agent access: others must not learn that there was a change. */
export function undoBlocker({ viewer, leads, change }: Asked, now: number): "not_allowed" | "too_late" | null {
  const mayAlways = viewer.role === "admin" || (leads && isAgent(viewer));
  if (!mayAlways && viewer.id !== change.actor_id) return "not_allowed";
  return now - change.created_at <= (mayAlways ? UNDO_MS.lead : UNDO_MS.author) ? null : "too_late";
}
