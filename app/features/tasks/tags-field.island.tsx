import { type ComponentProps, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { openTag, withTag } from "~/ui/choice-list";
import { ChoiceList, offersAt } from "~/ui/choice-list.island";
import { TextField } from "~/ui/field";

/** Tags, divided by commas. With scripts, the ones that are in use are offered while one is written. */
export function TagsField(field: ComponentProps<typeof TextField>) {
  const box = useRef<HTMLDivElement>(null);
  const isLive = useHydrated();
  return (
    <div className="choice-field" ref={box}>
      <TextField {...field} autoComplete="off" />
      {isLive && (
        <ChoiceList
          box={box}
          label={field.label}
          wordsIn={(input) => openTag(input.value, caretOf(input)).words || null}
          ask={async (words, signal) => {
            const written = new Set(
              textIn(box.current)
                .toLowerCase()
                .split(/[\s,]+/),
            );
            const offers = await offersAt(`/tasks/tags?${new URLSearchParams({ q: words })}`, signal);
            return offers.filter(({ value }) => !written.has(value));
          }}
          take={(input, { value }) => {
            const { text, caret } = withTag(input.value, caretOf(input), value);
            input.value = text;
            input.setSelectionRange(caret, caret);
            input.dispatchEvent(new Event("input", { bubbles: true })); // the draft keeps it
          }}
        />
      )}
    </div>
  );
}

const caretOf = (input: HTMLInputElement) => input.selectionStart ?? input.value.length;
const textIn = (box: HTMLElement | null) => box?.querySelector("input")?.value ?? "";
