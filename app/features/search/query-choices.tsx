import type { ChoicesProps } from "~/ui/choice-field";
import { ChoiceList, offersAt } from "~/ui/choice-list.island";
import { openTerm, withTerm } from "./open-term";

/** Keys and values that fit the term that is being written. Enter searches for what stands there until one is chosen. */
export function Choices(field: ChoicesProps) {
  return (
    <ChoiceList
      {...field}
      isOptional
      wordsIn={(input) => openTerm(input.value, caretOf(input)).term || null}
      ask={(term, signal) => offersAt(`/search/completions?${new URLSearchParams({ q: term })}`, signal)}
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

const caretOf = (input: HTMLInputElement) => input.selectionStart ?? input.value.length;
