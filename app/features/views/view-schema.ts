import * as z from "zod/v4";
import { RequestKey } from "~/lib/form-values";
import { cleanLine, codePoints } from "~/lib/text";
import { VIEW_LIMITS, VIEW_SCOPES } from "./view-words";

/** Sent by the form of a view. `scope` names a team as `team-7`. */
export const ViewFields = z.object({
  name: z
    .string("Give it a name.")
    .transform(cleanLine)
    .refine((name) => name !== "", "Give it a name.")
    .refine((name) => codePoints(name) <= VIEW_LIMITS.name, `A name has at most ${VIEW_LIMITS.name} characters.`),
  query: z
    .string()
    .transform(cleanLine)
    .refine((text) => codePoints(text) <= VIEW_LIMITS.query, `A query has at most ${VIEW_LIMITS.query} characters.`)
    .default(""),
  sort: z
    .string()
    .regex(/^(?:[a-z]{1,20}-(?:asc|desc))?$/, "Choose an order.")
    .default(""),
  scope: z
    .string("Choose who has it.")
    .regex(/^(?:personal|everyone|team-[1-9]\d{0,8})$/, "Choose who has it.")
    .transform((text) => {
      const [scope, team] = text.split("-");
      return {
        scope: VIEW_SCOPES.find((one) => one === scope) ?? ("personal" as const),
        team: team ? Number(team) : null,
      };
    }),
});

export const NewView = ViewFields.extend({ requestKey: RequestKey });
