import type { ChoicesProps } from "~/ui/choice-field";
import { ChoiceList, offersAt } from "~/ui/choice-list.island";

/** What a query may have behind `assignee:` and fits what is written. */
export function Choices(field: ChoicesProps) {
  return (
    <ChoiceList
      {...field}
      isOptional
      wordsIn={(input) => input.value.trim()}
      ask={(words, signal) =>
        offersAt(`/search/completions?${new URLSearchParams({ q: `assignee:"${words}` })}`, signal)
      }
      take={(input, { label }) => {
        input.value = label;
      }}
    />
  );
}
