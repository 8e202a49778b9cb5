import * as z from "zod/v4";
import { formatNumber } from "~/lib/format-number";
import { cleanText, codePoints } from "~/lib/text";
import * as say from "./rating-copy";
import { RATING_COMMENT_LIMIT, RATINGS } from "./rating-rules";

/** The form under a solved request; the comment may be empty. */
export const RatingForm = z
  .object({
    rating: z.enum(
      RATINGS.map(({ key }) => key),
      say.chooseGoodOrBad,
    ),
    comment: z
      .string()
      .default("")
      .transform(cleanText)
      .refine(
        (text) => codePoints(text) <= RATING_COMMENT_LIMIT,
        say.commentAtMost(formatNumber(RATING_COMMENT_LIMIT)),
      ),
  })
  .transform(({ rating, comment }) => ({ value: rating, comment }));

export type RatingForm = z.output<typeof RatingForm>;
