import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { COMBOBOX } from "~/ui/choice-field";
import { matching, type Offer } from "~/ui/choice-list";
import { ChoiceList } from "~/ui/choice-list.island";
import * as say from "./bulk-copy";

/** Distance to the window's edges, and the room a menu needs below its button or row, in pixels. */
const EDGE = 8;
const ROOM = 360;

/** On narrow screens the style sheet places the menu. */
function placeBeside(menu: HTMLElement, from: Element | null) {
  if (!from || innerWidth < 640) return;
  const { left, top, bottom } = from.getBoundingClientRect();
  const isBelow = innerHeight - bottom > ROOM || top < ROOM;
  Object.assign(menu.style, {
    left: `${Math.max(EDGE, Math.min(left, innerWidth - menu.offsetWidth - EDGE))}px`,
    right: "auto",
    top: isBelow ? `${Math.min(bottom, innerHeight - ROOM) + EDGE / 2}px` : "auto",
    bottom: isBelow ? "auto" : `${innerHeight - top + EDGE / 2}px`,
  });
}

type Props = {
  label: string;
  /** The element the menu opens beside. */
  from: Element | null;
  close: () => void;
  /** All offers, or a function that finds them. */
  offers: readonly Offer[] | ((words: string, signal: AbortSignal) => Promise<readonly Offer[] | null>);
  take?: (offer: Offer) => void;
};

/**
 * A menu over the page: a field that narrows its list of choices (`ui/choice-list`). Escape or a press outside closes it, and
 * the focus returns to where it was.
 */
export function ListMenu({ label, from, close, offers, take }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  // On touch screens the keyboard would cover the choices, so it opens only when the field is tapped.
  const [isTyping, setTyping] = useState(() => !matchMedia("(pointer: coarse)").matches);

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    if (element) placeBeside(element, from);
    box.current?.querySelector("input")?.click(); // opens the list
  }, [from]);

  function end() {
    dialog.current?.close();
    close();
  }

  return createPortal(
    // outside the list's form, or Enter would submit that
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same as a press outside.
    <dialog
      ref={dialog}
      className="list-menu"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        end();
      }}
      onKeyDownCapture={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation(); // the list would take it
        end();
      }}
      onClick={(event) => event.target === dialog.current && end()}
    >
      <div className="choice-field" ref={box}>
        <input
          {...COMBOBOX}
          className="input"
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          inputMode={isTyping ? "search" : "none"}
          onPointerDown={() => setTyping(true)}
        />
        <ChoiceList
          box={box}
          label={label}
          pressed={pressed}
          isMenu
          nothing={say.noMatch}
          wordsIn={({ value }) => value}
          ask={async (words, signal) =>
            typeof offers === "function" ? offers(words, signal) : matching(offers, words)
          }
          take={(_, offer) => {
            end();
            if (offer.run) offer.run();
            else take?.(offer);
          }}
        />
      </div>
    </dialog>,
    document.body,
  );
}
