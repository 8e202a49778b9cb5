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

/** The requester's rating form, editable for a while after rating. A refused form stays visible. */
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
  const chosen = refusal?.values.rating ?? rating?.value;
  return (
    <PageForm className="composer rating" aria-label={terms.rating} data-keeps-scroll>
      <FormErrors refusal={refusal} />
      <input type="hidden" name="form" value="rating" />
      <RequestKeyField requestKey={requestKey} refusal={refusal} />
      <fieldset className="rating-choice" id="field-rating">
        <legend className="field-label">{say.howDidWeDo}</legend>
        {RATINGS.map(({ key, name }) => (
          <label key={key} className="checkbox">
            <input type="radio" autoComplete="off" name="rating" value={key} required defaultChecked={chosen === key} />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      <TextArea label={say.commentOptional} name="comment" rows={2} defaultValue={rating?.comment} refusal={refusal} />
      <div className="buttons">
        <Button>{rating?.value ? say.changeRating : say.sendRating}</Button>
      </div>
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
