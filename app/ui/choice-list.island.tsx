import { useEffect, useId, useReducer, useRef } from "react";
import { isComposing } from "~/lib/ime-composition";
import { listen } from "~/lib/listen";
import { type ChoicesProps, COMBOBOX } from "./choice-field";
import { CLOSED, choiceList, type Offer } from "./choice-list";
import * as say from "./ui-copy";

/** Debounce, so that a word typed in one go sends one request. Milliseconds. */
const PAUSE_MS = 120;

/** `label` names the options for people, such as "Tags". */
type Props = ChoicesProps & {
  /** Returns the query for the field's current text; null for none. */
  wordsIn: (input: HTMLInputElement) => string | null;
  /** Null if the request fails. */
  ask: (words: string, signal: AbortSignal) => Promise<readonly Offer[] | null>;
  take: (input: HTMLInputElement, offer: Offer) => void;
  /** Text for an empty result; without it the list just closes. */
  nothing?: string;
};

/**
 * The list of a `ChoiceField`: typing searches, a click or an arrow key opens it, Enter picks, Escape closes. The focus
 * stays in the field. Enter submits the form only while the list is closed.
 */
export function ChoiceList(props: Props) {
  const { box, label, nothing, isOptional } = props;
  const [list, tell] = useReducer(choiceList, CLOSED);
  const id = useId();
  const offers = list.offers ?? [];
  const isOpen = list.words !== null && offers.length > 0;
  const isInVain = nothing !== undefined && list.words !== null && list.offers?.length === 0;
  const current = useRef({ ...props, list, isOpen });
  current.current = { ...props, list, isOpen };
  const { words } = list;

  useEffect(() => {
    if (words === null) return;
    const request = new AbortController();
    const pause = setTimeout(
      async () => {
        const offers = await current.current.ask(words, request.signal).catch(() => null);
        if (!request.signal.aborted) tell(offers ? { type: "found", words, offers, isOptional } : { type: "closed" });
      },
      words === "" ? 0 : PAUSE_MS,
    );
    return () => {
      clearTimeout(pause);
      request.abort();
    };
  }, [words, isOptional]);

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
      const { list, isOpen, take } = current.current;
      if (!input || isComposing(event) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : null;
      const offer = list.offers?.[list.active];
      if (step !== null) {
        if (isOpen) tell({ type: "moved", by: step });
        else open();
      } else if (event.key === "Enter" && isOpen && offer) {
        take(input, offer);
        close();
      } else if (event.key === "Escape" && isOpen) {
        event.stopPropagation();
        close();
      } else return;
      event.preventDefault();
    }
    if (current.current.pressed.current && document.activeElement === input) open();
    return listen(input, { input: onInput, compositionend: open, keydown: onKey, click: open, blur: close });
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
          {offers.map((offer, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: focus and keys stay in the field.
            <div
              key={offer.value}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === list.active}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => {
                const input = box.current?.querySelector("input");
                if (input) current.current.take(input, offer);
                tell({ type: "closed" });
              }}
            >
              {offer.label} {offer.detail && <span>{divisible(offer.detail)}</span>}
            </div>
          ))}
        </div>
      )}
    </>
  );
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
