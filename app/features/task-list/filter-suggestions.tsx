import * as terms from "~/features/tasks/tasks-copy";
import type { ChoicesProps } from "~/ui/choice-field";
import { ChoiceList, offersAt } from "~/ui/choice-list.island";
import * as say from "./task-list-copy";

/** Values for a filter, from the completions of the query key of that name. A chosen one applies at once. */
export function Choices({ filter, ...field }: ChoicesProps & { filter: string }) {
  return (
    <ChoiceList
      {...field}
      isOptional
      takesOnly
      wordsIn={(input) => (input.value === input.defaultValue ? "" : input.value.trim())}
      ask={async (words, signal) => {
        const query = new URLSearchParams({ q: `${filter}:"${words}` });
        const offers = await offersAt(`/search/completions?${query}`, signal);
        // Every task has a team.
        const useful = filter === "team" ? offers?.filter(({ label }) => label !== "none" && label !== "any") : offers;
        return useful?.map((offer) => ({ ...offer, label: labelOf(filter, offer.label) })) ?? null;
      }}
      take={(input, { value }) => {
        input.value = valueIn(value);
        input.form?.requestSubmit();
      }}
    />
  );
}

const labelOf = (filter: string, label: string) => {
  if (filter === "assignee" && label === "none") return say.unassigned;
  if (filter === "team" && label === "me") return terms.myTeams;
  return KEYWORDS[label] ?? label;
};

const KEYWORDS: Record<string, string> = { me: say.mine, none: say.none, any: say.any };

/** The value of a `key:value` term, unquoted. */
function valueIn(term: string): string {
  const value = term.slice(term.indexOf(":") + 1);
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, "$1") : value;
}
