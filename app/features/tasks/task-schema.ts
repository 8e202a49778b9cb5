import * as z from "zod/v4";
import { TOO_LONG_FOR_A_PERSON, USER_LIMITS } from "~/features/users/users";
import { isDay } from "~/lib/calendar-day";
import { INCOMPLETE_FORM, RequestKey, RowId } from "~/lib/form-values";
import { formatNumber } from "~/lib/numbers";
import { allOf, cleanLine, cleanText, codePoints } from "~/lib/text";
import { RATING_COMMENT_LIMIT, RATINGS } from "./rating/rating-rules";
import * as say from "./task-details-copy";
import {
  CHECKLIST_LIMITS,
  defaultType,
  isStatusKey,
  isTypeKey,
  PRIORITY_KEYS,
  TAG_PATTERN,
  TASK_LIMITS,
} from "./tasks";
import * as terms from "./tasks-copy";
import { parseTimePosition } from "./time-position";

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

const ItemText = z
  .string(say.writeWhatIsToBeDone)
  .transform(cleanLine)
  .refine((text) => text !== "", say.writeWhatIsToBeDone)
  .refine((text) => codePoints(text) <= CHECKLIST_LIMITS.text, say.itemAtMost(CHECKLIST_LIMITS.text));

/** A new item; with `item`, new words for one that is there, and `was` the words it had. */
export const ChecklistText = z.object({
  text: ItemText,
  requestKey: RequestKey,
  item: RowId.optional(),
  was: z.string().default(""),
});
export type ChecklistText = z.output<typeof ChecklistText>;

/** The number in an address. */
export const TaskId = RowId;

/** The numbers in the address of a message. */
export const MessageAddress = z.object({ id: TaskId, messageId: RowId });

export const TaskTitle = z
  .string(terms.enterATitle)
  .transform(cleanLine)
  .refine((title) => title !== "", terms.enterATitle)
  .refine((title) => codePoints(title) <= TASK_LIMITS.title, terms.titleAtMost(TASK_LIMITS.title));

export const TOO_LONG = terms.messageAtMost(formatNumber(TASK_LIMITS.message));

const Text = z
  .string(terms.writeSomethingFirst)
  .transform(cleanText)
  .refine((text) => codePoints(text) <= TASK_LIMITS.message, TOO_LONG);

/** Markdown of a message. */
export const MessageText = Text.refine((text) => text !== "", terms.writeSomethingFirst);

const ONE_TAG = new RegExp(`^${TAG_PATTERN}$`, "u");

/** "VPN, net/core" as ["net/core", "vpn"]: lower case, each once, in order. Commas and blanks divide. */
export const Tags = z
  .string()
  .transform((text) =>
    [
      ...new Set(
        cleanText(text)
          .toLowerCase()
          .split(/[\s,]+/)
          .filter(Boolean),
      ),
    ].sort(),
  )
  .refine((tags) => tags.length <= TASK_LIMITS.tags, terms.tagsAtMost(TASK_LIMITS.tags))
  .superRefine((tags, context) => {
    const refuse = (message: string) => context.addIssue({ code: "custom", message });
    const long = tags.find((tag) => codePoints(tag) > TASK_LIMITS.tag);
    if (long) refuse(terms.tagTooLong(shortened(long), TASK_LIMITS.tag));
    const wrong = tags.filter((tag) => !ONE_TAG.test(tag));
    if (wrong.length > 0)
      refuse(terms.notTags(allOf(wrong.slice(0, 3).map((tag) => `“${shortened(tag)}”`)), wrong.length));
  });

/** The start of a refused tag, enough to recognise it. */
const shortened = (tag: string) => (codePoints(tag) > 40 ? `${[...tag].slice(0, 40).join("")}…` : tag);

/** A day as `2026-03-09`, or nothing. */
export const DueDay = z
  .string()
  .trim()
  .refine((day) => day === "" || isDay(day), terms.enterADay);

/** The id of an active agent as text, or nothing for nobody. Whether there is such an agent only the database knows. */
const PersonId = z
  .string()
  .regex(/^(?:[1-9][0-9]{0,8})?$/, terms.chooseOneOfTheList)
  .transform((id) => (id === "" ? null : Number(id)));

const TeamId = z
  .string()
  .regex(/^[1-9][0-9]{0,8}$/, terms.chooseOneOfTheList)
  .transform(Number);

/** Somebody as typed: a name or an address. */
const PersonText = z
  .string(INCOMPLETE_FORM)
  .transform(cleanLine)
  .refine((text) => codePoints(text) <= USER_LIMITS.typed, TOO_LONG_FOR_A_PERSON);

/** A checkbox with a hidden "no" before it, so that a form without the box changes nothing. */
const YesOrNo = z
  .union([z.enum(["yes", "no"]), z.array(z.enum(["yes", "no"])).max(2)], INCOMPLETE_FORM)
  .transform((sent) => [sent].flat().includes("yes"));

/** What there is, offered or not, at that moment: whether it may be chosen is decided about the task. */
const Type = z.string(terms.chooseAType).refine(isTypeKey, terms.chooseAType);
const Priority = z.enum(PRIORITY_KEYS, terms.chooseAPriority);
export const StatusField = z.string(terms.chooseAStatus).refine(isStatusKey, terms.chooseAStatus);

/** When the draft that the form shows was last changed, in UTC milliseconds; nothing for a form without one. */
const DraftTime = z
  .string()
  .regex(/^\d{0,15}$/)
  .transform((time) => (time === "" ? null : Number(time)))
  .catch(null)
  .optional();

/** What a button adds to a form that is sent once more, on purpose. */
export const Said = z
  .string()
  .transform((text) => text !== "")
  .default(false);

/** Nothing chosen: the type decides. */
const LEFT = z.literal("").transform(() => undefined);

/**
 * What everybody fills in; the priority counts where the type asks requesters for it. `anyway`: set once the writer was told
 * that they have created just this.
 */
export const NewRequest = z.object({
  title: TaskTitle,
  body: MessageText,
  type: Type.default(() => defaultType()),
  priority: z.union([LEFT, Priority], terms.chooseAPriority).optional(),
  requestKey: RequestKey,
  draft: DraftTime,
  anyway: Said,
});

/** What agents fill in. An empty requester is the agent; an empty due day is none; `parent` makes a sub-task. */
export const NewTask = NewRequest.extend({
  requester: PersonText.default(""),
  assignee: PersonId.default(null),
  team: z.union([LEFT, TeamId], terms.chooseOneOfTheList).optional(),
  tags: Tags.default([]),
  due: DueDay.default(""),
  parent: RowId.optional(),
  confidential: YesOrNo.default(false),
  evenIfShutOut: Said,
  /** People to be in copy, divided by commas. */
  cc: z.string().max(4_000, terms.thatIsTooLong).default(""),
});

/** Place of a message in the conversation, read from a form. */
export const SeenMessage = z
  .string()
  .transform(parseTimePosition)
  .pipe(z.object({ at: z.number(), id: z.number() }, INCOMPLETE_FORM));

/** Token of the readers that a form listed (sending/readers.server). Any other value counts as readers that have changed. */
export const NamedReadersToken = z
  .string()
  .optional()
  .transform((token) => token || undefined);

/**
 * seen     place in the conversation of the newest public message on the page the reply was written on
 * readers  token of the readers the form listed
 * anyway   set once the writer was told of a newer one, or that they have sent just this, and still wants to send
 * confirm  set once the writer was told what the task still has to do, and resolves it all the same
 * after    the status an agent chose beside the button
 * outcome  what a requester answers: solved, or not solved. Then the text may be empty
 */
export const Reply = z
  .object({
    body: Text.default(""),
    requestKey: RequestKey,
    draft: DraftTime,
    seen: SeenMessage.optional(),
    readers: NamedReadersToken,
    anyway: Said,
    confirm: Said,
    after: z.union([z.literal("keep"), StatusField], terms.chooseAStatus).optional(),
    outcome: z.enum(["solved", "not_solved"], terms.chooseOneOfTheButtons).optional(),
  })
  .refine(({ body, outcome }) => body !== "" || outcome !== undefined, {
    path: ["body"],
    error: terms.writeSomethingFirst,
  })
  .transform(({ after, confirm, ...reply }) => ({ ...reply, status: after, confirmed: confirm }));

/** The text of a note has a name of its own: it stands on one page with that of a reply. */
export const Note = z
  .object({ note: MessageText, requestKey: RequestKey, draft: DraftTime, anyway: Said })
  .transform(({ note, ...rest }) => ({ body: note, ...rest }));

/** A note as its writer wants it; `was` is the version the form was made with. */
export const EditedNote = z
  .object({
    note: MessageText,
    was: z
      .string(INCOMPLETE_FORM)
      .regex(/^\d{1,15}$/, INCOMPLETE_FORM)
      .transform(Number),
  })
  .transform(({ note, was }) => ({ body: note, was }));

/** Files of a message: one field for each box that is ticked. */
export const ChosenFiles = z.object({
  file: z.union([RowId.transform((id) => [id]), z.array(RowId)], terms.chooseAtLeastOneFile),
});

/** The fields of a task that a form changes. Each is optional: a form may show only some of them. */
const fields = {
  title: TaskTitle,
  status: StatusField,
  priority: Priority,
  type: Type,
  team: TeamId,
  assignee: PersonId,
  requester: PersonText,
  tags: Tags,
  due: DueDay,
  snooze: DueDay,
  confidential: YesOrNo,
};

export type TaskField = keyof typeof fields;
export const TASK_FIELDS = Object.keys(fields) as TaskField[];

const AllTaskFields = z.object(fields);
const TaskFields = AllTaskFields.partial();
/** The fields as a form has them: people and teams by id, but the requester as typed; the days as text. */
export type AllTaskFields = z.output<typeof AllTaskFields>;
export type TaskFields = z.output<typeof TaskFields>;

/**
 * A change: the fields as they are in the form, and the version that the form was rendered from.
 *
 * confirm        set once the writer was told what the task still has to do, and resolves it all the same
 * evenIfShutOut  set once the writer was told that the change shuts them out
 */
export const TaskChange = TaskFields.extend({
  version: z
    .string(INCOMPLETE_FORM)
    .regex(/^[1-9]\d{0,8}$/, INCOMPLETE_FORM)
    .transform(Number),
  confirm: Said,
  evenIfShutOut: Said,
}).transform(({ confirm, evenIfShutOut, ...change }) => ({ change, confirmed: confirm, evenIfShutOut }));

/**
 * The values the form was rendered with, sent along as `was_title`, `was_status`, …. What cannot be read counts as not
 * sent.
 */
export function readOriginals(form: FormData): TaskFields {
  const originals: Record<string, unknown> = {};
  for (const field of TASK_FIELDS) {
    const sent = form.get(`was_${field}`);
    const read = typeof sent === "string" ? fields[field].safeParse(sent) : null;
    if (read?.success) originals[field] = read.data;
  }
  return originals as TaskFields;
}

/** The fields for which the writer, told of a conflict, keeps what somebody else wrote: `keep_title=theirs`. */
export const readKept = (form: FormData): TaskField[] =>
  TASK_FIELDS.filter((field) => form.get(`keep_${field}`) === "theirs");

export type NewRequest = z.output<typeof NewRequest>;
export type NewTask = z.output<typeof NewTask>;
export type Reply = z.output<typeof Reply>;
export type Note = z.output<typeof Note>;
export type TaskChange = z.output<typeof TaskChange>["change"];
