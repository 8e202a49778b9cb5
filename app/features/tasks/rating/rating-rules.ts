import { DAY_MS } from "~/lib/durations";
import * as say from "../task-details-copy";

/** What the requester thinks of how their request was solved (domain B13). Nothing here needs a library. */

export const RATINGS = [
  { key: "good", name: say.good },
  { key: "bad", name: say.bad },
] as const;

type RatingKey = (typeof RATINGS)[number]["key"];

export const ratingName = (key: RatingKey) => RATINGS.find((rating) => rating.key === key)?.name ?? key;

/** Code points. */
export const RATING_COMMENT_LIMIT = 2_000;

const CHANGEABLE_MS = 14 * DAY_MS;

/** What of a task decides about its rating; times in UTC milliseconds. */
type Ratable = {
  open: 0 | 1;
  requester_id: number;
  resolved_at: number | null;
  rating: RatingKey | null;
  rated_at: number | null;
  rated_by: number | null;
};

/** Whether a task is solved, and so can be rated: what was cancelled never was. */
export const isSolved = (task: Pick<Ratable, "open" | "resolved_at">) => task.open === 0 && task.resolved_at !== null;

/** Whether the rating is of the present solution, by the present requester: each solution is rated once. */
export const isRated = (task: Ratable) =>
  task.rated_at !== null && task.rated_by === task.requester_id && task.rated_at >= (task.resolved_at ?? 0);

/** Until when the rating that was given may be changed, counted from when it was given first. */
export const changeableUntil = (task: Ratable) => (task.rated_at ?? 0) + CHANGEABLE_MS;
