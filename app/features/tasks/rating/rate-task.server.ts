import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/users";
import { type TaskRow, taskToChange } from "../task-rows.server";
import type { RatingForm } from "../task-schema";
import { recordEvents } from "../write-task-history.server";
import { changeableUntil, isRated, isSolved, ratingName } from "./rating-rules";

type Row = Pick<
  TaskRow,
  "open" | "requester_id" | "resolved_at" | "rating" | "rating_comment" | "rated_at" | "rated_by"
>;

/** The rating as the requester's page shows it; null for anyone else, or when there is nothing to rate. */
export function ownRating(task: Row, viewerId: number, now: number) {
  if (task.requester_id !== viewerId || !isSolved(task)) return null;
  if (!isRated(task)) return { value: null, comment: "", changeable: true };
  return { value: task.rating, comment: task.rating_comment ?? "", changeable: now <= changeableUntil(task) };
}

/** The rating as agents see it, even one for an earlier resolution. Null for none. */
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

/**
 * isComment  the rating was there before; only its comment is new
 * not_yours  only the requester rates, and not while they have agent access
 * open       not solved, or reopened since
 * too_late   already rated, and no longer changeable
 */
type RateTask =
  | { ok: true; isComment: boolean }
  | { ok: false; why: "no_such_task" | "not_yours" | "open" | "too_late" };

/** Rates a solved task or changes the rating. Sending the same rating again is a no-op. */
export async function rateTask(
  db: Db,
  viewer: Viewer,
  taskId: number,
  { value, comment }: RatingForm,
  now: number,
): Promise<RateTask> {
  return inTransaction(db, async (tx) => {
    const task = await taskToChange(tx, viewer, taskId);
    if (!task) return { ok: false, why: "no_such_task" };
    if (task.works === 1 || task.requester_id !== viewer.id) return { ok: false, why: "not_yours" };
    if (!isSolved(task)) return { ok: false, why: "open" };
    const rated = isRated(task);
    const isComment = rated && task.rating === value;
    if (isComment && (task.rating_comment ?? "") === comment) return { ok: true, isComment };
    if (rated && now > changeableUntil(task)) return { ok: false, why: "too_late" };

    await tx
      .updateTable("task")
      .set({
        rating: value,
        rating_comment: comment === "" ? null : comment,
        rated_by: viewer.id,
        ...(!rated && { rated_at: now }),
        updated_at: now,
        version: task.version + 1,
      })
      .where("id", "=", taskId)
      .execute();
    const [from, to] = [rated ? inWords(task) : null, inWords({ rating: value, rating_comment: comment })];
    await recordEvents(tx, [{ taskId, actorId: viewer.id, kind: "changed", field: "rating", from, to, at: now }]);
    return { ok: true, isComment };
  });
}

/** The rating as history shows it: "Bad: nobody called". */
function inWords({ rating, rating_comment }: Pick<TaskRow, "rating" | "rating_comment">): string | null {
  if (rating === null) return null;
  return rating_comment ? `${ratingName(rating)}: ${rating_comment}` : ratingName(rating);
}
