import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { TextArea } from "~/ui/field";
import { FormErrors, PageForm, RequestKeyField } from "~/ui/page-form";
import { SectionHeader } from "~/ui/page-header";
import { Time } from "~/ui/time";
import * as say from "../task-details-copy";
import * as terms from "../tasks-copy";
import type { OwnRating, ShownRating } from "./rate-task.server";
import { RATINGS, ratingName } from "./rating-rules";

/**
 * The requester's rating: one press, and a comment afterwards if they like. Editable for a while. A refused form stays
 * visible.
 */
export function RateForm({
  rating,
  requestKey,
  refusal,
}: {
  rating: OwnRating | null;
  requestKey: string;
  refusal: Refusal | null | undefined;
}) {
  if (!rating && !refusal) return null;
  if (rating?.value && !rating.changeable && !refusal) {
    return (
      <section aria-labelledby="rating">
        <SectionHeader title={say.yourRating} id="rating" />
        <p>{ratingName(rating.value)}</p>
        {rating.comment !== "" && <p className="rating-comment">{rating.comment}</p>}
      </section>
    );
  }
  const chosen = refusal?.values.rating ?? rating?.value ?? undefined;
  const asksComment = chosen !== undefined || refusal?.values.comment !== undefined;
  return (
    <PageForm className="composer rating" aria-label={terms.rating} data-keeps-scroll>
      <FormErrors refusal={refusal} />
      <input type="hidden" name="form" value="rating" />
      <RequestKeyField requestKey={requestKey} refusal={refusal} />
      <fieldset className="rating-choice" id="field-rating">
        <legend className="field-label">{say.howDidWeDo}</legend>
        {RATINGS.map(({ key, name }) => (
          <Button
            key={key}
            name="rating"
            value={key}
            aria-pressed={chosen === key}
            icon={chosen === key ? "check" : undefined}
          >
            {name}
          </Button>
        ))}
      </fieldset>
      {asksComment && (
        <TextArea
          label={say.commentOptional}
          name="comment"
          rows={2}
          defaultValue={rating?.comment}
          refusal={refusal}
        />
      )}
      {chosen !== undefined && (
        <div className="buttons">
          <Button name="rating" value={chosen}>
            {say.saveComment}
          </Button>
        </div>
      )}
    </PageForm>
  );
}

/** The rating as agents see it. */
export function Rating({ rating, now }: { rating: ShownRating; now: number }) {
  return (
    <section aria-labelledby="rating">
      <SectionHeader title={terms.rating} id="rating" />
      <p>
        <b>{ratingName(rating.value)}</b> <Time at={rating.at} now={now} />
        {rating.isPast && ` – ${say.forEarlierResolution}`}
      </p>
      {rating.comment !== null && <p className="rating-comment">{rating.comment}</p>}
    </section>
  );
}
