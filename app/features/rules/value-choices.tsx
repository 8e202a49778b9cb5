import type { MutableRefObject } from "react";
import type { ChoicesProps } from "~/ui/choice-field";
import { matching } from "~/ui/choice-list";
import { ChoiceList } from "~/ui/choice-list.island";
import { inOneLine, lastName, notNamed, type Value, withLastName } from "./action-offers";

/** Maximum number of suggestions; there may be hundreds of people. */
const MOST_SHOWN = 20;

/** `settled`: text that isn't being typed, so that the list shows every value. `isSeveral`: the value lists names. */
export type Own = { offers: readonly Value[]; isSeveral: boolean; settled: MutableRefObject<string> };

/** Suggests values of a rule's action. */
export function Choices({ offers, isSeveral, settled, ...field }: ChoicesProps & Own) {
  const textOf = () => field.box.current?.querySelector("input")?.value ?? "";
  return (
    <ChoiceList
      {...field}
      wordsIn={({ value }) => (value === inOneLine(settled.current) ? "" : isSeveral ? lastName(value) : value.trim())}
      ask={async (words) => matching(isSeveral ? notNamed(offers, textOf()) : offers, words).slice(0, MOST_SHOWN)}
      take={(input, { value }) => {
        input.value = isSeveral ? withLastName(input.value, value) : value;
        settled.current = input.value;
        input.dispatchEvent(new Event("input", { bubbles: true })); // so that the page knows of unsaved input
      }}
    />
  );
}
