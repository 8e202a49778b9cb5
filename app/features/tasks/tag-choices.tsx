import type { ChoicesProps } from "~/ui/choice-field";
import { openTag, withTag } from "~/ui/choice-list";
import { ChoiceList, offersAt } from "~/ui/choice-list.island";

/** Suggests existing tags for the one being typed. */
export function Choices(field: ChoicesProps) {
  return (
    <ChoiceList
      {...field}
      wordsIn={(input) => openTag(input.value, caretOf(input)).words || null}
      ask={async (words, signal) => {
        const written = new Set(
          textIn(field.box.current)
            .toLowerCase()
            .split(/[\s,]+/),
        );
        const offers = await offersAt(`/tasks/tags?${new URLSearchParams({ q: words })}`, signal);
        return offers?.filter(({ value }) => !written.has(value)) ?? null;
      }}
      take={(input, { value }) => {
        const { text, caret } = withTag(input.value, caretOf(input), value);
        input.value = text;
        input.setSelectionRange(caret, caret);
        input.dispatchEvent(new Event("input", { bubbles: true })); // so the draft saves it
      }}
    />
  );
}

const caretOf = (input: HTMLInputElement) => input.selectionStart ?? input.value.length;
const textIn = (box: HTMLElement | null) => box?.querySelector("input")?.value ?? "";
