import { useNavigate } from "@remix-run/react";
import type { ChoicesProps } from "./choice-field";
import type { Offer } from "./choice-list";
import { ChoiceList, caretOf } from "./choice-list.island";
import { commandsFor, commandsOf } from "./commands";

type Props = ChoicesProps & {
  /** What a field has of its own to offer, before the commands; null for nothing. */
  ask?: (input: HTMLInputElement, signal: AbortSignal) => Promise<readonly Offer[] | null>;
  /** Puts one of those into the field. */
  take?: (input: HTMLInputElement, offer: Offer) => void;
};

/**
 * What a search field offers beside searching: to do what its page lets one do, and to go where it leads. Enter searches
 * until one of them is chosen.
 */
export function CommandList({ ask, take, ...field }: Props) {
  const goTo = useNavigate();
  return (
    <ChoiceList
      {...field}
      isOptional
      wordsIn={(input) => input.value.slice(0, caretOf(input))}
      ask={async (words, signal) => {
        const input = field.box.current?.querySelector("input");
        if (!input) return null;
        const own = ask && (await ask(input, signal).catch(() => null));
        return [
          ...(own ?? []),
          ...commandsFor({ words, text: input.value, form: input.form }, commandsOf(document), goTo),
        ];
      }}
      take={(input, offer) => {
        if (!offer.run) return take?.(input, offer);
        input.value = input.defaultValue; // what was typed has found its command
        offer.run();
      }}
    />
  );
}

export { CommandList as Choices };
