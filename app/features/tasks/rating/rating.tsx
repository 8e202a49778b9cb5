import { SectionHeader } from "~/ui/page-header";
import { Time } from "~/ui/time";
import type { ShownRating } from "./rating-read.server";
import { ratingName } from "./rating-rules";
import * as say from "./rating-texts";

/** What the requester said, for those who work on the task. */
export function Rating({ rating, now }: { rating: ShownRating; now: number }) {
  return (
    <section aria-labelledby="rating">
      <SectionHeader title={say.rating} id="rating" />
      <p>
        <b>{ratingName(rating.value)}</b> <Time at={rating.at} now={now} />
        {rating.isPast && ` – ${say.ofAnEarlierSolution}`}
      </p>
      {rating.comment !== null && <p className="rating-comment">{rating.comment}</p>}
    </section>
  );
}
