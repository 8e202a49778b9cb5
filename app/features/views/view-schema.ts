import * as z from "zod/v4";
import { line } from "~/features/records/form-schema";
import { SCOPES } from "~/features/records/sharing-scopes";
import { RequestKey } from "~/lib/form-values";
import * as say from "./view-forms-copy";
import { VIEW_LIMITS } from "./views";

/** `scope` names a team as `team-7`. */
export const ViewFields = z.object({
  name: line(VIEW_LIMITS.name, say.nameTooLong(VIEW_LIMITS.name), say.enterAName),
  query: line(VIEW_LIMITS.query, say.queryTooLong(VIEW_LIMITS.query)).default(""),
  sort: z
    .string()
    .regex(/^(?:[a-z]{1,20}-(?:asc|desc))?$/, say.chooseASortOrder)
    .default(""),
  scope: z
    .string(say.chooseSharing)
    .regex(/^(?:personal|everyone|team-[1-9]\d{0,8})$/, say.chooseSharing)
    .transform((text) => {
      const [scope, team] = text.split("-");
      return {
        scope: SCOPES.find((one) => one === scope) ?? ("personal" as const),
        team: team ? Number(team) : null,
      };
    }),
});

export const NewView = ViewFields.extend({ requestKey: RequestKey });
