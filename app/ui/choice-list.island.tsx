import { useEffect, useId, useReducer, useRef } from "react";
import { isComposing } from "~/lib/ime-composition";
import { listen } from "~/lib/listen";
import { type ChoicesProps, COMBOBOX } from "./choice-field";
import { CLOSED, choiceList, type Offer } from "./choice-list";
import * as say from "./ui-copy";

/** Debounce, so that a word typed in one go sends one request. Milliseconds. */
const PAUSE_MS = 120;

/** How long offers without a request wait for those with one, so that the list rarely grows after it opens. */
const PATIENCE_MS = 200;

/** `label` names the options for people, such as "Tags". */
type Props = ChoicesProps & {
  /** Returns the query for the field's current text; null for none. */
  wordsIn: (input: HTMLInputElement) => string | null;
  /** Null if the request fails. */
  ask: (words: string, signal: AbortSignal) => Promise<readonly Offer[] | null>;
  take: (input: HTMLInputElement, offer: Offer) => void;
  /** The first of the same offers, without a request; shown alone while that takes long. */
  offersAtOnce?: (words: string) => readonly Offer[];
  /** Enter takes the first offer that performs an action, also before it has arrived. */
  takesFirst?: (input: HTMLInputElement) => boolean;
  /** Enter takes the only offer for typed words, although none starts active. */
  takesOnly?: boolean;
  /** The list belongs to a dialog, which Escape closes. */
  isModal?: boolean;
  /** Text for an empty result; without it the list just closes. */
  nothing?: string;
  /** Always chosen from: the first offer starts active. */
  isMenu?: boolean;
};

/**
 * The list of a `ChoiceField`: typing searches, a click or an arrow key opens it, Enter picks, Escape closes. The focus
 * stays in the field. Enter submits the form only while the list is closed.
 */
export function ChoiceList(props: Props) {
  const { box, label, nothing, isOptional, isMenu = false } = props;
  const [list, tell] = useReducer(choiceList, CLOSED);
  const id = useId();
  const offers = list.offers ?? [];
  const isOpen = list.words !== null && offers.length > 0;
  const isInVain = nothing !== undefined && list.words !== null && list.offers?.length === 0;
  const current = useRef({ ...props, list, isOpen });
  current.current = { ...props, list, isOpen };
  const { words } = list;
  const enteredFor = useRef<string | null>(null);

  useEffect(() => {
    enteredFor.current = null;
    if (words === null) return;
    const request = new AbortController();
    const input = box.current?.querySelector("input");
    const show = (offers: readonly Offer[], isPartial = false) => {
      const takesFirst = offers[0]?.run && input && current.current.takesFirst?.(input);
      tell({ type: "found", words, offers, isPartial, isMenu, isOptional: isOptional === true && !takesFirst });
    };
    let patience: ReturnType<typeof setTimeout>;
    const pause = setTimeout(
      async () => {
        patience = setTimeout(() => {
          const offers = current.current.offersAtOnce?.(words) ?? [];
          if (offers.length > 0) show(offers, true);
        }, PATIENCE_MS);
        const offers = await current.current.ask(words, request.signal).catch(() => null);
        clearTimeout(patience);
        if (request.signal.aborted) return;
        const isEntered = enteredFor.current === words;
        const [first] = offers ?? [];
        if (offers && !isEntered) return show(offers);
        if (isEntered && input && first?.run) current.current.take(input, first);
        else if (isEntered) input?.form?.requestSubmit();
        tell({ type: "closed" });
      },
      words === "" ? 0 : PAUSE_MS,
    );
    return () => {
      clearTimeout(pause);
      clearTimeout(patience);
      request.abort();
    };
  }, [box, words, isOptional, isMenu]);

  useEffect(() => {
    const input = box.current?.querySelector("input");
    if (!input) return;
    function open() {
      const words = input && current.current.wordsIn(input);
      tell(words === null || words === undefined ? { type: "closed" } : { type: "asked", words });
    }
    const close = () => tell({ type: "closed" });
    function onInput(event: Event) {
      if (!(event instanceof InputEvent)) return; // set by a script, not typed
      if (!event.isComposing) open();
    }
    function onKey(event: KeyboardEvent) {
      const { list, isOpen, isModal, take, takesFirst, takesOnly } = current.current;
      if (!input || isComposing(event) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : null;
      const isOnly = takesOnly === true && list.isCurrent && list.words !== "" && list.offers?.length === 1;
      const offer = list.offers?.[isOnly ? 0 : list.active];
      if (step !== null) {
        if (isOpen) tell({ type: "moved", by: step });
        else open();
      } else if ((event.key === "Home" || event.key === "End") && isOpen && list.isMoved) {
        tell({ type: "moved", to: event.key === "Home" ? "first" : "last" });
      } else if (event.key === "Enter" && isOpen && offer) {
        take(input, offer);
        close();
      } else if (event.key === "Enter" && list.words && !list.isCurrent && takesFirst?.(input)) {
        enteredFor.current = list.words;
      } else if (event.key === "Escape" && isModal) {
        input.closest("dialog")?.close(); // Escape alone would only empty a search field
      } else if (event.key === "Escape" && isOpen) {
        event.stopPropagation();
        close();
      } else return;
      event.preventDefault();
    }
    if (current.current.pressed.current && document.activeElement === input) open();
    const ends = [
      listen(input, { input: onInput, compositionend: open, keydown: onKey, click: open, blur: close }),
      input.form && listen(input.form, { submit: close }),
    ];
    return () => {
      for (const end of ends) end?.();
    };
  }, [box]);

  useEffect(() => {
    const input = box.current?.querySelector("input");
    if (!isOptional) input?.setAttribute("aria-expanded", String(isOpen));
    if (!input || !isOpen) return;
    const borrowed = isOptional ? Object.entries({ ...COMBOBOX, "aria-expanded": "true" }) : [];
    for (const [name, value] of borrowed) input.setAttribute(name, value);
    input.setAttribute("aria-controls", id);
    if (list.active >= 0) input.setAttribute("aria-activedescendant", `${id}-${list.active}`);
    document.getElementById(`${id}-${list.active}`)?.scrollIntoView({ block: "nearest" });
    return () => {
      input.removeAttribute("aria-controls");
      input.removeAttribute("aria-activedescendant");
      for (const [name] of borrowed) input.removeAttribute(name);
    };
  }, [box, id, isOpen, list.active, isOptional]);

  const option = (offer: Offer, index: number) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: focus and keys stay in the field.
    <div
      key={offer.value}
      id={`${id}-${index}`}
      role="option"
      aria-selected={index === list.active}
      aria-keyshortcuts={offer.key}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => {
        const input = box.current?.querySelector("input");
        if (input) current.current.take(input, offer);
        tell({ type: "closed" });
      }}
    >
      {offer.lead && <span>{offer.lead}</span>} {offer.label} {offer.detail && <span>{divisible(offer.detail)}</span>}
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing here takes the focus; the option announces its key. */}
      {offer.key && <kbd aria-hidden="true">{offer.key}</kbd>}
    </div>
  );

  return (
    <>
      <p className="unseen" role="status">
        {isOpen && say.suggestionCount(offers.length)}
        {isInVain && nothing}
      </p>
      {isInVain && (
        <p className="choice-list" aria-hidden="true">
          {nothing}
        </p>
      )}
      {isOpen && (
        <div className="choice-list" role="listbox" id={id} aria-label={label}>
          {inGroups(offers).map(({ group, from, offers }) =>
            group ? (
              // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups of options.
              <div key={from} role="group" aria-label={group}>
                <p aria-hidden="true">{group}</p>
                {offers.map((offer, index) => option(offer, from + index))}
              </div>
            ) : (
              offers.map((offer, index) => option(offer, from + index))
            ),
          )}
        </div>
      )}
    </>
  );
}

/** Consecutive offers of the same group, and the index of the first. */
function inGroups(offers: readonly Offer[]) {
  const groups: { group: string | undefined; from: number; offers: Offer[] }[] = [];
  for (const [from, offer] of offers.entries()) {
    const last = groups.at(-1);
    if (last && last.group === offer.group) last.offers.push(offer);
    else groups.push({ group: offer.group, from, offers: [offer] });
  }
  return groups;
}

/** Lets a long email address break before its @ rather than in a word. */
function divisible(detail: string) {
  const [name, ...host] = detail.split(/(?=@)/);
  return (
    <>
      {name}
      {host.length > 0 && <wbr />}
      {host}
    </>
  );
}

/** Fetches offers as JSON; null on an error status. */
export async function offersAt(address: string, signal: AbortSignal): Promise<readonly Offer[] | null> {
  const answer = await fetch(address, { signal, headers: { Accept: "application/json" } });
  return answer.ok ? ((await answer.json()) as { offers: Offer[] }).offers : null;
}

export const caretOf = (input: HTMLInputElement) => input.selectionStart ?? input.value.length;
