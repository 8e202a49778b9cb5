import type { ChoicesProps } from "~/ui/choice-field";
import { ChoiceList, offersAt } from "~/ui/choice-list.island";

/** Completions for a filter: values that fit the query key of the same name. */
export function Choices({ filter, ...field }: ChoicesProps & { filter: string }) {
  return (
    <ChoiceList
      {...field}
      isOptional
      wordsIn={(input) => input.value.trim()}
      ask={(words, signal) =>
        offersAt(`/search/completions?${new URLSearchParams({ q: `${filter}:"${words}` })}`, signal)
      }
      take={(input, { value }) => {
        input.value = valueIn(value);
      }}
    />
  );
}

/** The value of a `key:value` term, unquoted. */
function valueIn(term: string): string {
  const value = term.slice(term.indexOf(":") + 1);
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, "$1") : value;
}
