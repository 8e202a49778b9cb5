import type { ChoicesProps } from "~/ui/choice-field";
import { caretOf, offersAt } from "~/ui/choice-list.island";
import { CommandList } from "~/ui/command-list";
import { openTerm, withTerm } from "./term-at-caret";

/** Completions for the term being typed. Enter submits the search unless an option is highlighted. */
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
        // After a key, offer its values right away.
        queueMicrotask(() => input.dispatchEvent(new InputEvent("input", { bubbles: true })));
      }}
    />
  );
}
