import { offeredStatuses, PRIORITIES } from "~/features/tasks/tasks";
import * as terms from "~/features/tasks/tasks-copy";
import { matching, type Offer } from "~/ui/choice-list";
import { offersAt } from "~/ui/choice-list.island";
import type { MenuChoices } from "./bulk";
import * as say from "./bulk-copy";

/** Fields with a menu, in the order of the bar, by the name their form sends. */
export const FIELDS = [
  { name: "status", label: terms.status },
  { name: "assignee", label: terms.assignee },
  { name: "priority", label: terms.priority },
  { name: "team", label: terms.team },
  { name: "addTags", label: terms.tags },
  { name: "macro", label: say.macro },
] as const;

type FieldName = (typeof FIELDS)[number]["name"];

type AskOffers = (words: string, signal: AbortSignal) => Promise<readonly Offer[] | null>;

/**
 * The context of a menu's choices.
 *
 * task    the only task, whose access limits the people
 * status  name of the status that all tasks have; undefined if they differ
 */
type Context = { task: number | undefined; status: string | undefined; readChoices: () => Promise<MenuChoices> };

/** Prefix of an offer that removes a tag; tags have no colon. */
const REMOVE = "remove:";

/** The tag that an offer removes; null for any other offer. */
export const removedTag = (value: string) => (value.startsWith(REMOVE) ? value.slice(REMOVE.length) : null);

const OFFERS: Record<FieldName, (context: Context) => AskOffers> = {
  status:
    ({ status }) =>
    async (words) =>
      matching(
        offeredStatuses().map(({ key, name }) => ({ value: key, label: name, isCurrent: name === status })),
        words,
      ),
  priority: () => async (words) =>
    matching(
      PRIORITIES.map(({ key, name }) => ({ value: key, label: name })),
      words,
    ).reverse(),
  assignee:
    ({ task }) =>
    async (words, signal) => {
      const query = new URLSearchParams({ q: words, ...(task !== undefined && { task: String(task) }) });
      const people = await offersAt(`/tasks/assignees?${query}`, signal);
      const fixed = matching(
        [
          { value: "me", label: say.me },
          { value: "none", label: terms.unassigned },
        ],
        words,
      );
      return people && [...fixed, ...people];
    },
  team:
    ({ readChoices }) =>
    async (words) => {
      const { teams } = await readChoices();
      return matching(
        teams.map(({ id, name }) => ({ value: String(id), label: name })),
        words,
      );
    },
  macro:
    ({ readChoices }) =>
    async (words) => {
      const { macros } = await readChoices();
      return matching(
        macros.map(({ id, name, asksFirst }) => ({
          value: asksFirst ? `confirm:${id}` : String(id),
          label: name,
          detail: asksFirst ? say.macroAsksFirst : null,
        })),
        words,
      );
    },
  addTags: () => async (words, signal) => {
    const tag = words.trim().toLowerCase();
    if (tag === "") return [];
    const known = (await offersAt(`/tasks/tags?${new URLSearchParams({ q: tag })}`, signal)) ?? [];
    const tags = [...new Set([...known.map(({ value }) => value), tag])];
    return [
      ...tags.map((one) => ({ value: one, label: say.addTag(one) })),
      ...tags.map((one) => ({ value: `${REMOVE}${one}`, label: say.removeTag(one) })),
    ];
  },
};

export const offersFor = (name: FieldName, context: Context) => OFFERS[name](context);
