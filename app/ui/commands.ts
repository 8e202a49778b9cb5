import type { Offer } from "./choice-list";
import * as say from "./ui-copy";

/**
 * A command of the page: any visible element with `data-command`, which may hold its name. Running it presses the element,
 * so hidden elements aren't available. `data-key` is its single-key shortcut.
 */
export type Command = {
  name: string;
  /** The kind of command, where the name doesn't say it. */
  about?: string;
  /** One option of a select ("Status: Resolved"): left out until something is typed. */
  isChoice?: boolean;
  run: () => void;
};

const FIELDS = "input:not([type=hidden]), select, textarea";

/** Checks that an element takes up space; content of closed details doesn't. */
export const isShown = (element: Element) => element.getClientRects().length > 0;

/** Clicks a link or button; focuses a field, or the first field of a form or group. */
export function press(element: HTMLElement) {
  if (element.matches("a, button")) return element.click();
  const fields = [...element.querySelectorAll<HTMLElement>(FIELDS)].filter(isShown);
  const field = element.matches(FIELDS) ? element : (fields.find((one) => one.matches("textarea")) ?? fields[0]);
  field?.focus();
}

const wordsOf = (node: Node) => node.textContent?.trim() ?? "";

/** One command per option of a select: picks it and submits the form. */
const choicesOf = (select: HTMLSelectElement): Command[] =>
  [...select.options]
    .filter((option) => option.value !== select.value)
    .map(({ value, text }) => ({
      name: `${select.dataset.command}: ${text}`,
      isChoice: true,
      run() {
        select.value = value;
        select.dispatchEvent(new Event("change", { bubbles: true }));
        select.form?.requestSubmit();
      },
    }));

/** Commands with a key come first: they're used most. */
function ofPage(page: ParentNode): Command[] {
  const elements = [...page.querySelectorAll<HTMLElement>("#content [data-command]")].filter(isShown);
  const [often, seldom] = [
    elements.filter(({ dataset }) => dataset.key),
    elements.filter(({ dataset }) => !dataset.key),
  ];
  return [...often, ...seldom].flatMap((element) => {
    if (element instanceof HTMLSelectElement) return choicesOf(element);
    const name = element.dataset.command || element.getAttribute("aria-label") || wordsOf(element);
    return [{ name, run: () => press(element) }];
  });
}

function places(page: ParentNode): Command[] {
  const links = page.querySelectorAll<HTMLAnchorElement>(".sidebar-panel a");
  return [...links].map((link) => ({
    name: wordsOf(link.querySelector("span")?.firstChild ?? link), // without the unread count
    ...(link.matches(".sidebar-pin") && { about: "view" }),
    run: () => link.click(),
  }));
}

export const commandsOf = (page: ParentNode): Command[] => [...ofPage(page), ...places(page)];

/**
 * Returns the commands that match every word. A typed number adds its task first; a field with a narrower search adds
 * "search everywhere" last. `words` is the text before the caret, `text` all of it.
 */
export function commandsFor(
  { words, text, form }: { words: string; text: string; form: { action: string } | null },
  commands: readonly Command[],
  goTo: (href: string) => void,
): Offer[] {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter(({ name, isChoice }) =>
    parts.length === 0 ? !isChoice : parts.every((part) => name.toLowerCase().includes(part)),
  );
  const [, number] = /^\s*#?([1-9]\d{0,8})\s*$/.exec(words) ?? [];
  if (number) found.unshift({ name: say.goToTask(number), run: () => goTo(`/tasks/${number}`) });
  const typed = text.trim();
  if (typed && words && form && new URL(form.action).pathname !== "/search") {
    const href = `/search?${new URLSearchParams({ q: typed })}`;
    found.push({ name: say.searchEverywhereFor(typed), run: () => goTo(href) });
  }
  return found.map(({ name, about = null, run }, index) => ({
    value: `command ${index}`,
    label: name,
    detail: about,
    run,
  }));
}
