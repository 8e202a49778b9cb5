import * as z from "zod/v4";
import { MessageText, rowIds, Said, StatusField, TaskTitle, Version } from "~/features/tasks/task-schema";
import { RequestKey } from "~/lib/form-values";
import { cleanLine } from "~/lib/text";
import { LINK_VIEWS, RELATION_LIMITS } from "./relations";
import * as say from "./relations-copy";

/** A task number as typed: `#1042` or `1042`. */
export const TaskNumber = z
  .string(say.enterANumber)
  .transform(cleanLine)
  .pipe(z.string().regex(/^#?[1-9]\d{0,8}$/, say.enterAValidNumber))
  .transform((text) => Number(text.replace("#", "")));

export const LinkForm = z.object({
  link: z.enum(LINK_VIEWS, say.chooseARelation),
  other: TaskNumber,
});

/** The task this one becomes a sub-task of. */
export const ParentForm = z.object({ parent: TaskNumber });

/** A sub-task and the parent it is removed from. */
export const SubTaskForm = z.object({ child: TaskNumber, parent: TaskNumber });

/** The versions are those on the merge page when it was loaded. `keep` is a checkbox. */
export const MergeFields = z
  .object({
    into: TaskNumber,
    version: Version,
    intoVersion: Version,
    keep: z.string().optional(),
  })
  .transform(({ keep, ...merge }) => ({ ...merge, keepsRequester: keep !== undefined }));

/** Messages to split off: one `message` field for each ticked box. */
export const SplitFields = z.object({
  title: TaskTitle,
  message: rowIds(say.chooseAMessage).refine((ids) => ids.length <= 500, say.tooManyMessages),
  requestKey: RequestKey,
});

const Chosen = rowIds(say.chooseASubTask).refine(
  (ids) => ids.length <= RELATION_LIMITS.subTasks,
  say.subTaskLimit(RELATION_LIMITS.subTasks),
);

/** Readers the form listed for each sub-task: its id, a colon and their token. */
const NamedReaders = z
  .union([z.string().transform((one) => [one]), z.array(z.string())])
  .default([])
  .transform(
    (named) =>
      new Map(
        named.flatMap((one): [number, string][] => {
          const [, id, token] = /^([1-9]\d{0,8}):([0-9a-f]{24})$/.exec(one) ?? [];
          return id && token ? [[Number(id), token]] : [];
        }),
      ),
  );

/** A reply to several sub-tasks. An empty `after` sets the default status after a reply. */
export const AnswerAll = z.object({
  child: Chosen,
  readers: NamedReaders,
  body: MessageText,
  after: z.union([z.literal("").transform(() => undefined), z.literal("keep"), StatusField], say.chooseAStatus),
  requestKey: RequestKey,
});

/** `unsent`: resolve although the form holds an unsent answer, which stays in it. */
export const ResolveAll = z.object({ child: Chosen, unsent: Said });
