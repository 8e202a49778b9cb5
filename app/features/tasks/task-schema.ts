import * as z from "zod/v4";
import { TOO_LONG_FOR_A_PERSON, USER_LIMITS } from "~/features/users/users";
import { isDay } from "~/lib/calendar-day";
import { INCOMPLETE_FORM, RequestKey, RowId } from "~/lib/form-values";
import { formatNumber } from "~/lib/numbers";
import { allOf, cleanLine, cleanText, codePoints } from "~/lib/text";
import { parseTimeCursor } from "~/lib/time-cursor";
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
        say.commentTooLong(formatNumber(RATING_COMMENT_LIMIT)),
      ),
  })
  .transform(({ rating, comment }) => ({ value: rating, comment }));

export type RatingForm = z.output<typeof RatingForm>;

const ItemText = z
  .string(say.enterItemText)
  .transform(cleanLine)
  .refine((text) => text !== "", say.enterItemText)
  .refine((text) => codePoints(text) <= CHECKLIST_LIMITS.text, say.itemTooLong(CHECKLIST_LIMITS.text));

/** A new item; with `item`, new text for that item, and `was` is its previous text. */
export const ChecklistText = z.object({
  text: ItemText,
  requestKey: RequestKey,
  item: RowId.optional(),
  was: z.string().default(""),
});
export type ChecklistText = z.output<typeof ChecklistText>;

export const TaskId = RowId;

/** The ids in a message's URL. */
export const MessageAddress = z.object({ id: TaskId, messageId: RowId });

export const TaskTitle = z
  .string(terms.enterATitle)
  .transform(cleanLine)
  .refine((title) => title !== "", terms.enterATitle)
  .refine((title) => codePoints(title) <= TASK_LIMITS.title, terms.titleTooLong(TASK_LIMITS.title));

export const TOO_LONG = terms.messageTooLong(formatNumber(TASK_LIMITS.message));

const text = (missing: string, tooLong: string) =>
  z
    .string(missing)
    .transform(cleanText)
    .refine((text) => codePoints(text) <= TASK_LIMITS.message, tooLong);

/** Message body in Markdown. */
export const MessageText = text(terms.enterMessage, TOO_LONG).refine((text) => text !== "", terms.enterMessage);

/** Description of a new task in Markdown: its first message. */
const Description = text(terms.enterDescription, terms.descriptionTooLong(formatNumber(TASK_LIMITS.message))).refine(
  (text) => text !== "",
  terms.enterDescription,
);

const ONE_TAG = new RegExp(`^${TAG_PATTERN}$`, "u");

/** Parses "VPN, net/core" to ["net/core", "vpn"]: lower-case, unique, sorted. Commas and whitespace separate tags. */
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
  .refine((tags) => tags.length <= TASK_LIMITS.tags, terms.tooManyTags(TASK_LIMITS.tags))
  .superRefine((tags, context) => {
    const refuse = (message: string) => context.addIssue({ code: "custom", message });
    const long = tags.find((tag) => codePoints(tag) > TASK_LIMITS.tag);
    if (long) refuse(terms.tagTooLong(shortened(long), TASK_LIMITS.tag));
    const wrong = tags.filter((tag) => !ONE_TAG.test(tag));
    if (wrong.length > 0)
      refuse(terms.invalidTags(allOf(wrong.slice(0, 3).map((tag) => `“${shortened(tag)}”`)), wrong.length));
  });

/** The start of a refused tag. */
const shortened = (tag: string) => (codePoints(tag) > 40 ? `${[...tag].slice(0, 40).join("")}…` : tag);

/** A day as `2026-03-09`, or empty. */
export const DueDay = z
  .string()
  .trim()
  .refine((day) => day === "" || isDay(day), terms.enterADay);

/** An active agent's id as text, empty for unassigned. The database decides whether that agent exists. */
const PersonId = z
  .string()
  .regex(/^(?:[1-9][0-9]{0,8})?$/, terms.chooseFromList)
  .transform((id) => (id === "" ? null : Number(id)));

const TeamId = z
  .string()
  .regex(/^[1-9][0-9]{0,8}$/, terms.chooseFromList)
  .transform(Number);

/** A typed name or email address. */
const PersonText = z
  .string(INCOMPLETE_FORM)
  .transform(cleanLine)
  .refine((text) => codePoints(text) <= USER_LIMITS.typed, TOO_LONG_FOR_A_PERSON);

/** A checkbox with a hidden "no" before it, so that a form without the box changes nothing. */
const YesOrNo = z
  .union([z.enum(["yes", "no"]), z.array(z.enum(["yes", "no"])).max(2)], INCOMPLETE_FORM)
  .transform((sent) => [sent].flat().includes("yes"));

/** Accepts retired types and statuses too: the task decides whether one may be chosen. */
const Type = z.string(terms.chooseAType).refine(isTypeKey, terms.chooseAType);
const Priority = z.enum(PRIORITY_KEYS, terms.chooseAPriority);
export const StatusField = z.string(terms.chooseAStatus).refine(isStatusKey, terms.chooseAStatus);

/** Last change of the draft the form shows, in UTC milliseconds; empty without a draft. */
const DraftTime = z
  .string()
  .regex(/^\d{0,15}$/)
  .transform((time) => (time === "" ? null : Number(time)))
  .catch(null)
  .optional();

/** Set by the button that sends a form again on purpose. */
export const Said = z
  .string()
  .transform((text) => text !== "")
  .default(false);

/** Nothing chosen: the type's default applies. */
const LEFT = z.literal("").transform(() => undefined);

/** Fields for everyone. Priority only counts if the type asks requesters for it. `anyway` confirms creating a duplicate. */
export const NewRequest = z.object({
  title: TaskTitle,
  body: Description,
  type: Type.default(() => defaultType()),
  priority: z.union([LEFT, Priority], terms.chooseAPriority).optional(),
  requestKey: RequestKey,
  draft: DraftTime,
  anyway: Said,
});

/** Fields for agents. An empty requester is the agent; an empty due day is none; `parent` creates a sub-task. */
export const NewTask = NewRequest.extend({
  requester: PersonText.default(""),
  assignee: PersonId.default(null),
  team: z.union([LEFT, TeamId], terms.chooseFromList).optional(),
  tags: Tags.default([]),
  due: DueDay.default(""),
  parent: RowId.optional(),
  confidential: YesOrNo.default(false),
  evenIfShutOut: Said,
  /** People in copy, separated by commas. */
  cc: z.string().max(4_000, terms.tooLong).default(""),
});

/** A message's position in the conversation, read from a form. */
export const SeenMessage = z
  .string()
  .transform(parseTimeCursor)
  .pipe(z.object({ at: z.number(), id: z.number() }, INCOMPLETE_FORM));

/** Token of the readers a form listed (sending/readers.server). Any other value counts as changed readers. */
export const NamedReadersToken = z
  .string()
  .optional()
  .transform((token) => token || undefined);

/**
 * seen     position of the newest public message on the page the reply was written on
 * readers  token of the readers the form listed
 * anyway   confirms sending despite a newer message or a duplicate
 * confirm  confirms resolving with unfinished work
 * after    the status an agent chose beside the button
 * outcome  the requester's verdict, solved or not; the text may then be empty
 */
export const Reply = z
  .object({
    body: text(terms.enterMessage, TOO_LONG).default(""),
    requestKey: RequestKey,
    draft: DraftTime,
    seen: SeenMessage.optional(),
    readers: NamedReadersToken,
    anyway: Said,
    confirm: Said,
    after: z.union([z.literal("keep"), StatusField], terms.chooseAStatus).optional(),
    outcome: z.enum(["solved", "not_solved"], terms.chooseAButton).optional(),
  })
  .refine(({ body, outcome }) => body !== "" || outcome !== undefined, {
    path: ["body"],
    error: terms.enterMessage,
  })
  .transform(({ after, confirm, ...reply }) => ({ ...reply, status: after, confirmed: confirm }));

/** The field is named `note` because the reply form is on the same page. */
export const Note = z
  .object({ note: MessageText, requestKey: RequestKey, draft: DraftTime, anyway: Said })
  .transform(({ note, ...rest }) => ({ body: note, ...rest }));

/** An edited note; `was` is the version the form was rendered with. */
export const EditedNote = z
  .object({
    note: MessageText,
    was: z
      .string(INCOMPLETE_FORM)
      .regex(/^\d{1,15}$/, INCOMPLETE_FORM)
      .transform(Number),
  })
  .transform(({ note, was }) => ({ body: note, was }));

/** Ids of ticked boxes, which each send one; `none` asks for at least one. */
export const rowIds = (none: string) => z.union([RowId.transform((id) => [id]), z.array(RowId)], none);

export const ChosenFiles = z.object({ file: rowIds(terms.chooseAtLeastOneFile) });

/** Version of a record when its form was rendered. */
export const Version = z
  .string(INCOMPLETE_FORM)
  .regex(/^[1-9]\d{0,8}$/, INCOMPLETE_FORM)
  .transform(Number);

/** Task fields a form can change. Each is optional: a form may show only some. */
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
/** Field values as forms hold them: ids for people and teams, the requester as typed, days as text. */
export type AllTaskFields = z.output<typeof AllTaskFields>;
export type TaskFields = z.output<typeof TaskFields>;

/**
 * Field values from a form, and the task version it was rendered from.
 *
 * confirm        confirms resolving with unfinished work
 * evenIfShutOut  confirms a change by which the viewer loses access
 */
export const TaskChange = TaskFields.extend({
  version: Version,
  confirm: Said,
  evenIfShutOut: Said,
}).transform(({ confirm, evenIfShutOut, ...change }) => ({ change, confirmed: confirm, evenIfShutOut }));

/** Reads the values the form was rendered with: `was_title`, `was_status`, …. Invalid ones count as not sent. */
export function readOriginals(form: FormData): TaskFields {
  const originals: Record<string, unknown> = {};
  for (const field of TASK_FIELDS) {
    const sent = form.get(`was_${field}`);
    const read = typeof sent === "string" ? fields[field].safeParse(sent) : null;
    if (read?.success) originals[field] = read.data;
  }
  return originals as TaskFields;
}

/** Reads the conflicting fields where the user keeps the other value: `keep_title=theirs`. */
export const readKept = (form: FormData): TaskField[] =>
  TASK_FIELDS.filter((field) => form.get(`keep_${field}`) === "theirs");

export type NewRequest = z.output<typeof NewRequest>;
export type NewTask = z.output<typeof NewTask>;
export type Reply = z.output<typeof Reply>;
export type Note = z.output<typeof Note>;
export type TaskChange = z.output<typeof TaskChange>["change"];
