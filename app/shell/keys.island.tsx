import { useLocation } from "@remix-run/react";
import { useEffect, useId, useRef, useState } from "react";
import { isComposing } from "~/lib/composing";
import { Button } from "~/ui/button";
import { isShown, press } from "~/ui/commands";
import { KeyTable } from "~/ui/key-table";
import { SectionHeader } from "~/ui/page-header";
import { currentSearchField, goToField } from "~/ui/search-field";
import * as say from "./shell-copy";

/** What a single key does is listed in `ui/key-table`. These are letters, whichever key of the keyboard makes them. */
const LETTERS = "jkxeasrnc";
const SIGNS = "/?"; // on many keyboards behind Shift

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

/** The single key that was pressed, a letter in lower case; null for none of ours. Held down, only those that move go on. */
export function singleKey(event: Pressed): string | null {
  const { key, shiftKey } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isComposing(event)) return null;
  if (key.length !== 1) return null;
  if (SIGNS.includes(key)) return event.repeat ? null : key; // behind AltGr as well, where a keyboard has them there
  if (shiftKey || event.getModifierState("AltGraph")) return null;
  const letter = key.toLowerCase(); // caps lock is no modifier
  if (event.repeat && letter !== "j" && letter !== "k") return null;
  return LETTERS.includes(letter) ? letter : null;
}

/** Where letters are typed, or have a meaning of their own. */
const TYPED_IN = "input:not([type=checkbox]), textarea, select, [contenteditable]:not([contenteditable=false])";
const OWN_KEYS = "dialog[open], [role=dialog], [role=menu], [role=listbox], details[data-layer=menu]";
/** What lies over the page as long as it is open. */
const ABOVE = "dialog[open], details[data-layer=menu][open]";

/** Whether a key pressed there is not for the page. */
const isElsewhere = (target: EventTarget | null) =>
  (target instanceof Element && target.closest(`${TYPED_IN}, ${OWN_KEYS}`) !== null) ||
  document.querySelector(ABOVE) !== null;

/** The links that open the rows of the lists on the page. */
const rows = () => [...document.querySelectorAll<HTMLElement>("#content .row-link")].filter(isShown);

const rowAround = (element: Element | null) => element?.closest("tr, li") ?? null;

/** From the row that has the focus to one beside it, at the edge nowhere; from elsewhere to the first. */
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

/** Does what the key means on this page, which may be nothing. */
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
 * The list of keys, over the page from when it is mounted. Closed it stays, unseen, and a new one takes its place: the event that
 * tells of the closing may come after the key that asks again.
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
        <a href="/settings/display">{say.switchSingleKeysOff}</a>
      </div>
    </dialog>
  );
}

/** How long a key waits for the page it is meant for to be there. */
const PATIENCE_MS = 2_000;

/** How long a key may still be meant for the window that somebody has just come from. */
const SETTLING_MS = 300;

/** Whether the shape of the next page lies over the one that is being left (`./route-announcer.island`). */
const isCovered = () => document.querySelector("#content[data-coming]") !== null;

/** A key that waits for the page that comes after the one of the address `on`, of which nothing was to be seen any more. */
type Waiting = { key: string; on: string; at: number };

/**
 * Single keys: they move through lists and press what a page has. A key acts on the page that is seen when it is pressed and on
 * no other: while the next one is only an outline it waits for that, and so does an Enter behind it. Mounted for those who have
 * not switched them off.
 */
export function Keys() {
  const [timesHelped, setTimesHelped] = useState(0);
  const waiting = useRef<Waiting[]>([]);
  const { key: drawn } = useLocation();

  useEffect(() => {
    let since = Number.NEGATIVE_INFINITY;
    const onWindow = (event: Event) => {
      since = event.timeStamp;
    };
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
        if (!field) return; // some browsers look for words with it
        event.preventDefault();
        return goToField(field);
      }
      event.preventDefault(); // else the field it leads to gets the letter
      if (isCovered()) waiting.current.push({ key, on: drawn, at: performance.now() });
      else act(key);
    }
    if (!isCovered()) {
      for (const one of waiting.current.splice(0)) if (one.on !== drawn && isFresh(one)) act(one.key);
    }
    window.addEventListener("focus", onWindow);
    document.addEventListener("keydown", onKey);
    return () => {
      window.removeEventListener("focus", onWindow);
      document.removeEventListener("keydown", onKey);
    };
  }, [drawn]);

  return timesHelped > 0 && <KeyHelp key={timesHelped} />;
}
