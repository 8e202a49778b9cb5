import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import type { ChoicesProps } from "./choice-field";
import type { Offer } from "./choice-list";
import { ChoiceList, caretOf, offersAt } from "./choice-list.island";
import { commandsFor, commandsOf, numberIn } from "./commands";
import * as say from "./ui-copy";

type Props = ChoicesProps & {
  /** The field's own offers, listed first, though not on Ctrl+K unless a query is typed; null for none. */
  ask?: (input: HTMLInputElement, signal: AbortSignal) => Promise<readonly Offer[] | null>;
  take?: (input: HTMLInputElement, offer: Offer) => void;
  /** The field belongs to the palette's dialog. */
  isModal?: boolean;
};

const HERE = "here";

/**
 * The palette: the list of a search field. Commands of the page, search results, and navigation. After Ctrl+K, Enter
 * opens the first; otherwise it searches unless one is active.
 */
export function CommandList({ ask, take, isModal = false, ...field }: Props) {
  const goTo = useNavigate();
  const { key: page } = useLocation();
  const input = () => field.box.current?.querySelector("input") ?? null;
  const takesFirst = (input: HTMLInputElement) => isModal || input.dataset.palette !== undefined;
  const link = (offer: Offer): Offer => ({ ...offer, run: () => goTo(offer.value) });

  // Closes the dialog when the page below it changes, for example by Back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the page it needs only that it changed.
  useEffect(() => () => field.box.current?.closest("dialog")?.close(), [page, field.box]);

  async function offersFor(words: string, input: HTMLInputElement, signal: AbortSignal): Promise<readonly Offer[]> {
    const completes = ask && (!takesFirst(input) || words.includes(":"));
    const [own, answer] = await Promise.all([
      completes && ask(input, signal).catch(() => null),
      offersAt(`/search/palette?${new URLSearchParams({ q: words })}`, signal).catch(() => null),
    ]);
    const { first, last } = commandsFor(words, commandsOf(document));
    const number = answer ? null : numberIn(words);
    const found = answer ?? (number ? [{ value: `/tasks/${number}`, label: say.goToTask(number) }] : []);
    const known = new Set([...first, ...last].map(({ value }) => value)); // such as pinned views
    const others = found.filter(({ value }) => !known.has(value)).map(link);
    const offers = [...(own || []), ...first, ...others, ...last];
    const isInVain = answer?.length === 0 && offers.length > 0; // the search page would find nothing either
    return [...offers, ...searches(input, isInVain)];
  }

  /** Searching the list, as Enter does without the palette, and the search page. */
  function searches(input: HTMLInputElement, isInVain: boolean): Offer[] {
    const { value, form } = input;
    const typed = value.trim();
    if (!typed) return [];
    const isEverywhere = form !== null && new URL(form.action).pathname === "/search";
    const isFirst = takesFirst(input);
    const here = { value: HERE, label: say.searchHereFor(typed), run: () => form?.requestSubmit() };
    const everywhere = { value: `/search?${new URLSearchParams({ q: typed })}`, label: say.searchEverywhereFor(typed) };
    return [
      ...(isFirst && !isEverywhere ? [here] : []),
      ...((isFirst ? !isInVain : !isEverywhere) ? [link(everywhere)] : []),
    ];
  }

  return (
    <ChoiceList
      {...field}
      isOptional={!isModal}
      isModal={isModal}
      takesFirst={takesFirst}
      wordsIn={(input) => input.value.slice(0, caretOf(input))}
      offersAtOnce={(words) => commandsFor(words, commandsOf(document)).first}
      ask={async (words, signal) => {
        const field = input();
        return field && offersFor(words, field, signal);
      }}
      take={(input, offer) => {
        if (!offer.run) return take?.(input, offer);
        if (offer.value !== HERE) input.value = input.defaultValue; // the typed text only searched for the command
        input.closest("dialog")?.close(); // gives the focus back, which the command may move
        offer.run();
      }}
    />
  );
}

export { CommandList as Choices };
