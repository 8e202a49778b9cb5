import * as z from "zod/v4";
import { Tags } from "~/features/tasks/task-schema";
import { PRIORITY_KEYS, STATUS_KEYS } from "~/features/tasks/task-words";
import { RequestKey, RowId } from "~/lib/form-values";

/** More rows than a list has on a page. */
const MOST_CHOSEN = 200;

/** Numbers of tasks, each box with one of them, or with those of a whole page: "12" and "12,13,14". */
export const ChosenTasks = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((sent) => [...new Set([sent].flat().flatMap((text) => text.split(",").filter(Boolean)))])
  .pipe(z.array(RowId, "Choose the tasks again.").max(MOST_CHOSEN, `Choose at most ${MOST_CHOSEN} tasks.`));

const LEAVE = z.literal("").transform(() => undefined);

/** `which`: the chosen tasks, or all of the list that they were chosen from. An empty field leaves what is there. */
export const BulkForm = z
  .object({
    which: z.enum(["chosen", "all"]).default("chosen"),
    id: ChosenTasks,
    status: LEAVE.or(z.enum(STATUS_KEYS)).optional().catch(undefined),
    priority: LEAVE.or(z.enum(PRIORITY_KEYS)).optional().catch(undefined),
    assignee: z.union([LEAVE, z.enum(["me", "none"]), RowId], "Choose one of the list.").optional(),
    team: z.union([LEAVE, RowId], "Choose one of the list.").optional(),
    addTags: Tags.default([]),
    removeTags: Tags.default([]),
    requestKey: RequestKey,
  })
  .refine(({ which, id }) => which === "all" || id.length > 0, { path: ["which"], error: "Choose at least one task." })
  .refine((form) => asksForSomething(form), "Choose what to change.")
  .refine(({ addTags, removeTags }) => !addTags.some((tag) => removeTags.includes(tag)), {
    path: ["removeTags"],
    error: "A tag cannot be added and removed at once.",
  });

type Sent = { status?: unknown; priority?: unknown; assignee?: unknown; team?: unknown } & Record<
  "addTags" | "removeTags",
  readonly string[]
>;

const asksForSomething = ({ status, priority, assignee, team, addTags, removeTags }: Sent) =>
  [status, priority, assignee, team].some((value) => value !== undefined) || addTags.length + removeTags.length > 0;
