import { DAY_MS } from "~/lib/durations";
import * as say from "../task-details-copy";

/** The requester's rating of a solved request (domain B13). Runs in the browser too, so it imports no library. */

export const RATINGS = [
  { key: "good", name: say.good },
  { key: "bad", name: say.bad },
] as const;

type RatingKey = (typeof RATINGS)[number]["key"];

export const ratingName = (key: RatingKey) => RATINGS.find((rating) => rating.key === key)?.name ?? key;

/** Code points. */
export const RATING_COMMENT_LIMIT = 2_000;

const CHANGEABLE_MS = 14 * DAY_MS;

/** The task columns that decide its rating; times in UTC milliseconds. */
type Ratable = {
  open: 0 | 1;
  requester_id: number;
  resolved_at: number | null;
  rating: RatingKey | null;
  rated_at: number | null;
  rated_by: number | null;
};

/** Only solved tasks can be rated; a cancelled task was never resolved. */
export const isSolved = (task: Pick<Ratable, "open" | "resolved_at">) => task.open === 0 && task.resolved_at !== null;

/** Whether the current requester has rated the current resolution. Each resolution is rated once. */
export const isRated = (task: Ratable) =>
  task.rated_at !== null && task.rated_by === task.requester_id && task.rated_at >= (task.resolved_at ?? 0);

/** The deadline for changing the rating, counted from the first rating. */
export const changeableUntil = (task: Ratable) => (task.rated_at ?? 0) + CHANGEABLE_MS;
