import type { ChoicesProps } from "~/ui/choice-field";
import { ChoiceList, offersAt } from "~/ui/choice-list.island";

/** What a query may have behind the key that is called like the filter, and fits what is written. */
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

/** What stands behind the key of a term, without its quotation marks. */
function valueIn(term: string): string {
  const value = term.slice(term.indexOf(":") + 1);
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, "$1") : value;
}
