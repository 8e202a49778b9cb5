import { useLocation } from "@remix-run/react";
import { useEffect, useId, useRef, useState } from "react";
import { isComposing } from "~/lib/ime-composition";
import { listen } from "~/lib/listen";
import { Button } from "~/ui/button";
import { isShown, press } from "~/ui/commands";
import { KeyTable } from "~/ui/key-table";
import { SectionHeader } from "~/ui/page-header";
import { currentSearchField, goToField } from "~/ui/search-field";
import * as say from "./shell-copy";

/** `ui/key-table` lists what each key does. Matches the typed letter, not the physical key. */
const LETTERS = "jkxeasrnc";
const SIGNS = "/?"; // behind Shift on many keyboards

type Pressed = Pick<
  KeyboardEvent,
  | "key"
  | "ctrlKey"
  | "metaKey"
  | "altKey"
  | "shiftKey"
  | "isComposing"
  | "keyCode"
  | "repeat"
  | "defaultPrevented"
  | "getModifierState"
>;

/** Returns the shortcut key, letters in lower case, or null for any other key. Only j and k repeat when held down. */
export function singleKey(event: Pressed): string | null {
  const { key, shiftKey } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isComposing(event)) return null;
  if (key.length !== 1) return null;
  if (SIGNS.includes(key)) return event.repeat ? null : key; // some keyboards need AltGr for these
  if (shiftKey || event.getModifierState("AltGraph")) return null;
  const letter = key.toLowerCase(); // Caps Lock doesn't count as Shift
  if (event.repeat && letter !== "j" && letter !== "k") return null;
  return LETTERS.includes(letter) ? letter : null;
}

const TYPED_IN = "input:not([type=checkbox]), textarea, select, [contenteditable]:not([contenteditable=false])";
const OWN_KEYS = "dialog[open], [role=dialog], [role=menu], [role=listbox], details[data-layer=menu]";
const ABOVE = "dialog[open], details[data-layer=menu][open]";

/** Checks whether a key press belongs to a field, a menu or a dialog rather than the page. */
const isElsewhere = (target: EventTarget | null) =>
  (target instanceof Element && target.closest(`${TYPED_IN}, ${OWN_KEYS}`) !== null) ||
  document.querySelector(ABOVE) !== null;

const rows = () => [...document.querySelectorAll<HTMLElement>("#content .row-link")].filter(isShown);

const rowAround = (element: Element | null) => element?.closest("tr, li") ?? null;

/** Moves the focus one row up or down, stopping at the ends; from outside the list, to the first row. */
function move(by: 1 | -1) {
  const all = rows();
  const around = rowAround(document.activeElement);
  const at = around ? all.findIndex((row) => around.contains(row)) : -1;
  all[at === -1 ? 0 : at + by]?.focus();
}

function search() {
  const field = currentSearchField();
  if (field) goToField(field);
}

function pressKey(key: string) {
  if (key === "j") return move(1);
  if (key === "k") return move(-1);
  if (key === "Enter") return document.querySelector<HTMLElement>(".row-link:focus")?.click();
  if (key === "x") return rowAround(document.activeElement)?.querySelector<HTMLElement>("td > [name=id]")?.click();
  if (key === "/") return search();
  if (key === "c") return document.querySelector<HTMLElement>('.sidebar-panel [href="/tasks/new"]')?.click();
  const named = [...document.querySelectorAll<HTMLElement>(`[data-key="${key}"]`)];
  const element = named.find(isShown);
  if (element) press(element);
}

/**
 * The shortcuts dialog. Each opening mounts a new one and the closed one stays hidden: its close event may arrive after the
 * next key press.
 */
function KeyHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby={title}>
      <div className="stack">
        <SectionHeader title={say.keyboardShortcuts} id={title}>
          <Button type="button" look="quiet" onClick={() => dialog.current?.close()}>
            {say.close}
          </Button>
        </SectionHeader>
        <KeyTable />
        <a href="/settings/display">{say.turnOffSingleKeys}</a>
      </div>
    </dialog>
  );
}

/** How long a key press waits for the next page. */
const PATIENCE_MS = 2_000;

/** Ignores keys this soon after the window gets the focus: they may be meant for the previous window. */
const SETTLING_MS = 300;

/** Checks whether the skeleton of the next page covers the current one (`./route-announcer.island`). */
const isCovered = () => document.querySelector("#content[data-coming]") !== null;

/** A key pressed while a skeleton covered the page `on` (location key): it waits for the next page. */
type Waiting = { key: string; on: string; at: number };

/**
 * Single-key shortcuts: move through lists and press the page's buttons. A key acts only on the page on screen when
 * pressed. While a skeleton shows, the key waits for the next page, and so does an Enter after it. Mounted unless the user
 * turned single keys off.
 */
export function Keys() {
  const [timesHelped, setTimesHelped] = useState(0);
  const waiting = useRef<Waiting[]>([]);
  const { key: drawn } = useLocation();

  useEffect(() => {
    let since = Number.NEGATIVE_INFINITY;
    const isFresh = ({ at }: Waiting) => performance.now() - at < PATIENCE_MS;
    function act(key: string) {
      if (isElsewhere(document.activeElement)) return;
      if (key === "?") setTimesHelped((times) => times + 1);
      else pressKey(key);
    }
    function onKey(event: KeyboardEvent) {
      if (isComposing(event)) return;
      const isNext = event.key === "Enter" && !event.repeat && isCovered() && waiting.current.some(isFresh);
      const key = isNext ? event.key : singleKey(event);
      if (!key || isElsewhere(event.target) || event.timeStamp - since < SETTLING_MS) return;
      if (key === "/" && !isCovered()) {
        const field = currentSearchField();
        if (!field) return; // leave "/" to the browser's quick find
        event.preventDefault();
        return goToField(field);
      }
      event.preventDefault(); // or the field it focuses gets the letter
      if (isCovered()) waiting.current.push({ key, on: drawn, at: performance.now() });
      else act(key);
    }
    if (!isCovered()) {
      for (const one of waiting.current.splice(0)) if (one.on !== drawn && isFresh(one)) act(one.key);
    }
    const endWindow = listen(window, { focus: ({ timeStamp }) => (since = timeStamp) });
    const endKeys = listen(document, { keydown: onKey });
    return () => {
      endWindow();
      endKeys();
    };
  }, [drawn]);

  return timesHelped > 0 && <KeyHelp key={timesHelped} />;
}
