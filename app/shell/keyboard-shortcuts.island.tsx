import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { isComposing } from "~/lib/ime-composition";
import { listen } from "~/lib/listen";
import { actOnList, hasListActions } from "~/ui/list-keys";
import { isReachable, isShown, press, TYPED_IN } from "~/ui/press";
import { goToSearch } from "~/ui/search-field";
import { useLazyModule } from "~/ui/use-lazy-module";

/** `ui/key-table` lists each key's action. Matches the typed letter, not the physical key. */
const LETTERS = "jkxeasrncpli";
const SIGNS = "/?.[]"; // behind Shift on many keyboards

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

/**
 * Returns the shortcut key, letters in lower case except X with Shift, or null for any other key. Only j and k repeat when
 * held down.
 */
export function singleKey(event: Pressed): string | null {
  const { key, shiftKey } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isComposing(event)) return null;
  if (key.length !== 1) return null;
  if (SIGNS.includes(key)) return event.repeat ? null : key; // some keyboards need AltGr for these
  if (shiftKey && key === "X") return event.repeat ? null : key;
  if (shiftKey || event.getModifierState("AltGraph")) return null;
  const letter = key.toLowerCase(); // Caps Lock doesn't count as Shift
  if (event.repeat && letter !== "j" && letter !== "k") return null;
  return LETTERS.includes(letter) ? letter : null;
}

const OWN_KEYS = "dialog[open], [role=dialog], [role=menu], [role=listbox], details[data-layer=menu][open]";
const ABOVE = "dialog[open], details[data-layer=menu][open]";

/** Checks whether a key press belongs to a field, a menu or a dialog rather than the page. */
const isElsewhere = (target: EventTarget | null) =>
  (target instanceof Element && target.closest(`${TYPED_IN}, ${OWN_KEYS}`) !== null) ||
  document.querySelector(ABOVE) !== null;

/** Escape leaves a field of the page, so that single keys work again. In a search field it first clears the words. */
function leaveField(event: KeyboardEvent) {
  const { key, target } = event;
  if (key !== "Escape" || event.defaultPrevented || isComposing(event)) return;
  const content = document.getElementById("content");
  if (!(target instanceof HTMLElement) || !content?.contains(target)) return;
  if (!target.matches(TYPED_IN) || target.closest(OWN_KEYS)) return;
  if (target instanceof HTMLInputElement && target.type === "search" && target.value !== "") return;
  content.focus({ preventScroll: true });
}

/** The field that a key put the focus in. */
let reached: Element | null = null;

/** Enter chooses in such a field, saves, and leaves it, so that the next key isn't typed there. */
function leaveOnceChosen({ key, target, defaultPrevented }: KeyboardEvent) {
  if (key !== "Enter" || !defaultPrevented || !(target instanceof Element) || target !== reached) return;
  if (target.closest("form[data-saves-itself]")) document.getElementById("content")?.focus({ preventScroll: true });
}

const rows = () => [...document.querySelectorAll<HTMLElement>("#content .row-link")].filter(isShown);

const rowAround = (element: Element | null) => element?.closest("tr, li") ?? null;

/** Moves the focus one row up or down, stopping at the ends; from outside the list, to the first row. */
function move(by: 1 | -1) {
  const all = rows();
  const around = rowAround(document.activeElement);
  const at = around ? all.findIndex((row) => around.contains(row)) : -1;
  all[at === -1 ? 0 : at + by]?.focus();
}

/** The element "x" presses in a row: a task's checkbox, or the button that marks a notification as read. */
const PICKED = "td > [name=id], li > .unread-mark";

/** Ticks the row's checkbox, or as a Shift-click those from the last one to it (`features/bulk/selection-bar.island`). */
function select(asRange: boolean) {
  const box = rowAround(document.activeElement)?.querySelector<HTMLElement>(PICKED);
  box?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey: asRange }));
}

const PAGES: Partial<Record<string, string>> = { "[": "prev", "]": "next" };
/** On a page with neighbours, such as a task opened from a list: their links by key. */
const BESIDE: Record<string, string> = { j: "next", "]": "next", k: "prev", "[": "prev" };

function pressKey(key: string) {
  const way = BESIDE[key] && document.querySelector("#content .task-way");
  if (way) return way.querySelector<HTMLElement>(`[rel="${BESIDE[key]}"]`)?.click();
  if (key === "j") return move(1);
  if (key === "k") return move(-1);
  if (key === "Enter") return document.querySelector<HTMLElement>(".row-link:focus")?.click();
  if (key === "x" || key === "X") return select(key === "X");
  if (key === "/") return goToSearch();
  if (key === "c") return document.querySelector<HTMLElement>('.sidebar-panel [href="/tasks/new"]')?.click();
  if (actOnList(key)) return;
  const page = PAGES[key] && document.querySelector<HTMLElement>(`.pagination [rel=${PAGES[key]}]`);
  if (page) return page.click();
  const named = [...document.querySelectorAll<HTMLElement>(`[data-key="${key}"]`)].filter(isReachable);
  const row = rowAround(document.activeElement);
  const isInList = row?.querySelector("#content .row-link");
  const element = isInList ? named.find((one) => [row, null].includes(rowAround(one))) : named[0];
  if (!element) return;
  press(element);
  reached = document.activeElement;
}

const load = () => import("./key-help");

/** How long a key press waits for the next page; longer where it has opened that page itself. */
const PATIENCE_MS = 2_000;
const EDIT_PATIENCE_MS = 10_000;

/** Ignores keys this soon after the window gets the focus: they may be meant for the previous window. */
const SETTLING_MS = 300;

/** Checks whether the skeleton of the next page covers the current one (`./route-announcer.island`). */
const isCovered = () => document.querySelector("#content[data-coming]") !== null;

/** A key pressed while a skeleton covered the page `on` (location key): it waits for the next page. */
type Waiting = { key: string; on: string; until: number };

/**
 * Single-key shortcuts: move through lists and press the page's buttons. A key acts only on the page on screen when
 * pressed. While a skeleton shows, the key waits for the next page, and so does an Enter after it. Mounted unless the user
 * turned single keys off.
 */
export function Keys() {
  const [timesHelped, setTimesHelped] = useState(0);
  const [help, loadHelp] = useLazyModule(load);
  const waiting = useRef<Waiting[]>([]);
  const { key: drawn } = useLocation();

  useEffect(() => {
    let since = Number.NEGATIVE_INFINITY;
    const isFresh = ({ until }: Waiting) => performance.now() < until;
    function act(key: string) {
      if (isElsewhere(document.activeElement)) return;
      if (key === "?") {
        loadHelp();
        setTimesHelped((times) => times + 1);
      } else if (key === "e" && hasListActions()) edit();
      else pressKey(key);
    }
    /** Opens the current row; its page gets the key. */
    function edit() {
      const link = document.querySelector<HTMLElement>(".row-link:focus");
      if (link) waiting.current.push({ key: "e", on: drawn, until: performance.now() + EDIT_PATIENCE_MS });
      link?.click();
    }
    function onKey(event: KeyboardEvent) {
      if (isComposing(event)) return;
      const isNext = event.key === "Enter" && !event.repeat && isCovered() && waiting.current.some(isFresh);
      const key = isNext ? event.key : singleKey(event);
      if (!key || isElsewhere(event.target) || event.timeStamp - since < SETTLING_MS) return;
      if (key === "/" && !isCovered()) {
        if (goToSearch()) event.preventDefault(); // otherwise it's the browser's quick find
        return;
      }
      event.preventDefault(); // or the field it focuses gets the letter
      if (isCovered()) waiting.current.push({ key, on: drawn, until: performance.now() + PATIENCE_MS });
      else act(key);
    }
    if (!isCovered()) {
      for (const one of waiting.current.splice(0)) if (one.on !== drawn && isFresh(one)) act(one.key);
    }
    const endWindow = listen(window, { focus: ({ timeStamp }) => (since = timeStamp) });
    const endKeys = listen(document, { keydown: onKey });
    const endEscape = listen(document, { keydown: leaveField });
    const endChoice = listen(document, { keydown: leaveOnceChosen });
    return () => {
      endWindow();
      endKeys();
      endEscape();
      endChoice();
    };
  }, [drawn, loadHelp]);

  return help && timesHelped > 0 && <help.KeyHelp key={timesHelped} />;
}
