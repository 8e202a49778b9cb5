import type { ChoicesProps } from "~/ui/choice-field";
import { caretOf, offersAt } from "~/ui/choice-list.island";
import { CommandList } from "~/ui/command-list";
import { openTerm, withTerm } from "./open-term";

/** Keys and values that fit the term that is being written. Enter searches for what stands there until one is chosen. */
export function Choices(field: ChoicesProps) {
  return (
    <CommandList
      {...field}
      ask={async (input, signal) => {
        const { term } = openTerm(input.value, caretOf(input));
        return term ? offersAt(`/search/completions?${new URLSearchParams({ q: term })}`, signal) : null;
      }}
      take={(input, { value }) => {
        const { text, caret } = withTerm(input.value, caretOf(input), value);
        input.value = text;
        input.setSelectionRange(caret, caret);
        // Behind a key its values are offered at once.
        queueMicrotask(() => input.dispatchEvent(new InputEvent("input", { bubbles: true })));
      }}
    />
  );
}
