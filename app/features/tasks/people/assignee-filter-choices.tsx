import type { ChoicesProps } from "~/ui/choice-field";
import { ChoiceList, offersAt } from "~/ui/choice-list.island";
import { CHOICES_SHEET } from "~/ui/choices-sheet";

/** What a query may have behind `assignee:` and fits what is written. */
export function Choices(field: ChoicesProps) {
  return (
    <>
      <link rel="stylesheet" href={CHOICES_SHEET} />
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
    </>
  );
}
