import * as z from "zod/v4";
import { MessageText, Said, StatusField, TaskTitle } from "~/features/tasks/task-schema";
import { INCOMPLETE_FORM, RequestKey, RowId } from "~/lib/form-values";
import { cleanLine } from "~/lib/text";
import { LINK_VIEWS, RELATION_LIMITS } from "./relations";
import * as say from "./relations-copy";

/** The number of a task as people write it: `#1042` or `1042`. */
export const TaskNumber = z
  .string(say.enterTheNumber)
  .transform(cleanLine)
  .pipe(z.string().regex(/^#?[1-9]\d{0,8}$/, say.enterANumberSuchAs))
  .transform((text) => Number(text.replace("#", "")));

const Version = z
  .string(INCOMPLETE_FORM)
  .regex(/^[1-9]\d{0,8}$/, INCOMPLETE_FORM)
  .transform(Number);

/** A link to another task. */
export const LinkForm = z.object({
  link: z.enum(LINK_VIEWS, say.chooseHowTheyBelong),
  other: TaskNumber,
});

/** The task this one becomes a sub-task of. */
export const ParentForm = z.object({ parent: TaskNumber });

/** A sub-task and the parent it is removed from. */
export const SubTaskForm = z.object({ child: TaskNumber, parent: TaskNumber });

/** A merge as it was looked at; `keep` is a checkbox. */
export const MergeFields = z
  .object({
    into: TaskNumber,
    version: Version,
    intoVersion: Version,
    keep: z.string().optional(),
  })
  .transform(({ keep, ...merge }) => ({ ...merge, keepsRequester: keep !== undefined }));

/** The messages that become a task of their own: one field for each box that is ticked. */
export const SplitFields = z.object({
  title: TaskTitle,
  message: z
    .union([RowId.transform((id) => [id]), z.array(RowId)], say.chooseAMessage)
    .refine((ids) => ids.length <= 500, say.chooseAtMost500Messages),
  requestKey: RequestKey,
});

const Chosen = z
  .union([RowId.transform((id) => [id]), z.array(RowId)], say.chooseAtLeastOneSubTask)
  .refine((ids) => ids.length <= RELATION_LIMITS.subTasks, say.subTasksAtMost(RELATION_LIMITS.subTasks));

/** The readers the form listed for each sub-task, as "12:" and their token. */
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

/** One answer for several sub-tasks; an empty `after` is what a reply does anyway. */
export const AnswerAll = z.object({
  child: Chosen,
  readers: NamedReaders,
  body: MessageText,
  after: z.union([z.literal("").transform(() => undefined), z.literal("keep"), StatusField], say.chooseAStatus),
  requestKey: RequestKey,
});

/** `unsent`: also with an answer in the form, which stays there. */
export const ResolveAll = z.object({ child: Chosen, unsent: Said });
