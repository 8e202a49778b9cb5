import type { ComponentProps } from "react";
import { part } from "~/ui/part";
import type { Rating } from "./rating";

type Props = ComponentProps<typeof Rating>;

const Shown = part<Props>('[aria-labelledby="rating"]', () => import("./rating").then(({ Rating }) => Rating));

/** What its requester thinks of a task's solution, which most tasks are never told. */
export const RatingIfAny = ({ rating, now }: { rating: Props["rating"] | null; now: number }) =>
  rating && <Shown rating={rating} now={now} />;

/** What a page waits for that shows it. */
export const loadRatingIfAny = (rating: Props["rating"] | null) => rating && Shown.load();
