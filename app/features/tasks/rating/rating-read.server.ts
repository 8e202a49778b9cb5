import type { TaskRow } from "../task-rows.server";
import { changeableUntil, isRated, isSolved } from "./rating-rules";

type Row = Pick<
  TaskRow,
  "open" | "requester_id" | "resolved_at" | "rating" | "rating_comment" | "rated_at" | "rated_by"
>;

/** The requester's own rating as their page shows it; null where there is nothing to rate, or for anybody else. */
export function ownRating(task: Row, viewerId: number, now: number) {
  if (task.requester_id !== viewerId || !isSolved(task)) return null;
  if (!isRated(task)) return { value: null, comment: "", changeable: true };
  return { value: task.rating, comment: task.rating_comment ?? "", changeable: now <= changeableUntil(task) };
}

/** The rating as those who work on the task see it, also of a solution that did not last. Null for none. */
export function shownRating(task: Row) {
  if (task.rating === null || task.rated_at === null) return null;
  return {
    value: task.rating,
    comment: task.rating_comment,
    at: task.rated_at,
    isPast: !isSolved(task) || !isRated(task),
  };
}

export type OwnRating = NonNullable<ReturnType<typeof ownRating>>;
export type ShownRating = NonNullable<ReturnType<typeof shownRating>>;
