import * as z from "zod/v4";
import { TOO_LONG } from "~/features/tasks/task-schema";
import { TASK_LIMITS } from "~/features/tasks/tasks";
import { cleanText, codePoints } from "~/lib/text";

/** The comment of a requester whose request isn't solved. */
export const CommentForm = z.object({
  body: z
    .string()
    .default("")
    .transform(cleanText)
    .refine((text) => codePoints(text) <= TASK_LIMITS.message, TOO_LONG),
});
