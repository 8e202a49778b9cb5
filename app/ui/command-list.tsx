import { useNavigate } from "@remix-run/react";
import type { ChoicesProps } from "./choice-field";
import type { Offer } from "./choice-list";
import { ChoiceList, caretOf } from "./choice-list.island";
import { commandsFor, commandsOf } from "./commands";

type Props = ChoicesProps & {
  /** The field's own offers, listed before the commands; null for none. */
  ask?: (input: HTMLInputElement, signal: AbortSignal) => Promise<readonly Offer[] | null>;
  take?: (input: HTMLInputElement, offer: Offer) => void;
};

/** The list of a search field: the commands of the page and its navigation. Enter searches unless one is active. */
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
        input.value = input.defaultValue; // the typed text only searched for the command
        offer.run();
      }}
    />
  );
}

export { CommandList as Choices };
