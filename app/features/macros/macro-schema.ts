import * as z from "zod/v4";
import { hasActions, type TypedActions } from "~/features/actions/actions";
import { ACTION_FIELDS, putAwayAlone, tagsAgree } from "~/features/actions/actions-schema";
import { line, lines } from "~/features/records/form-schema";
import { NamedReadersToken, Said, SeenMessage, TOO_LONG } from "~/features/tasks/task-schema";
import { TASK_LIMITS } from "~/features/tasks/tasks";
import { ViewFields } from "~/features/views/view-schema";
import { RequestKey } from "~/lib/form-values";
import { formatNumber } from "~/lib/numbers";
import { MACRO_KINDS, MACRO_LIMITS } from "./macros";
import * as say from "./macros-copy";

const fields = {
  name: line(MACRO_LIMITS.name, say.nameTooLong(MACRO_LIMITS.name), say.enterAName),
  scope: ViewFields.shape.scope,
  kind: z.enum(MACRO_KINDS, say.chooseAMessageType),
  text: lines(MACRO_LIMITS.text, say.textTooLong(formatNumber(MACRO_LIMITS.text))),
  ...ACTION_FIELDS,
};

type Sent = z.output<z.ZodObject<typeof fields>>;

const asMacro = ({ name, scope, kind, text, ...actions }: Sent) => ({
  name,
  scope: scope.scope,
  team: scope.team,
  kind,
  text: kind === "none" ? "" : text,
  actions,
});

const check = <S extends z.ZodType<Sent>>(schema: S) =>
  schema
    .superRefine(tagsAgree)
    .refine(...putAwayAlone<Sent>(({ kind }) => kind !== "none"))
    .refine(({ kind, text }: Sent) => kind === "none" || text !== "", { path: ["text"], error: say.enterTheText })
    .refine(({ kind, ...actions }: Sent) => kind !== "none" || hasActions(actionsOf(actions)), {
      error: say.addTextOrAction,
    });

const actionsOf = ({ type, dueIn, ...sent }: Omit<Sent, "kind">) => {
  const { status, priority, assignee, team, addTags, removeTags, putAway } = sent;
  const { setFields, addParticipants, addWatchers } = sent;
  const named = { setFields, addParticipants, addWatchers };
  return { status, priority, assignee, team, type, dueIn, addTags, removeTags, putAway, ...named };
};

export const MacroFields = check(z.object(fields)).transform((sent) => asMacro(sent));

export const NewMacro = z.object({ requestKey: RequestKey }).and(MacroFields);

/** A macro used on one task. The writer may have edited its text and actions. */
export const UseMacro = z
  .object({
    kind: z.enum(MACRO_KINDS),
    body: lines(TASK_LIMITS.message, TOO_LONG),
    seen: SeenMessage.optional(),
    readers: NamedReadersToken,
    draft: z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number)
      .nullable()
      .catch(null),
    anyway: Said,
    requestKey: RequestKey,
    ...ACTION_FIELDS,
  })
  .superRefine(tagsAgree)
  .refine(...putAwayAlone<TypedActions & { kind: string }>(({ kind }) => kind !== "none"))
  .refine(({ kind, body }) => kind === "none" || body !== "", { path: ["body"], error: say.enterMessage })
  .transform(({ kind, body, seen, readers, draft, anyway, requestKey, ...actions }) => ({
    ...{ kind, body, seen, readers, draft, anyway, requestKey, actions },
  }));
