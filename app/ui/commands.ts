import type { Offer } from "./choice-list";
import * as say from "./ui-copy";

/**
 * What a page lets one do, as its own links, buttons and fields: whatever has `data-command`, which may be what it is called
 * there. One that is not shown to somebody is no command of theirs, and doing it is to press it. A `data-key` is the
 * single key that does the same.
 */
export type Command = {
  name: string;
  /** What kind of thing, where the name does not say it. */
  about?: string;
  /** One of several of its kind ("Status: Resolved"): nobody wants to read them all before a word is typed. */
  isChoice?: boolean;
  run: () => void;
};

const FIELDS = "input:not([type=hidden]), select, textarea";

/** Whether it takes room on the screen; what is folded away does not. */
export const isShown = (element: Element) => element.getClientRects().length > 0;

/** Presses a link or button; of a field, or a form or group around one, the focus comes there. */
export function press(element: HTMLElement) {
  if (element.matches("a, button")) return element.click();
  const fields = [...element.querySelectorAll<HTMLElement>(FIELDS)].filter(isShown);
  const field = element.matches(FIELDS) ? element : (fields.find((one) => one.matches("textarea")) ?? fields[0]);
  field?.focus();
}

const wordsOf = (node: Node) => node.textContent?.trim() ?? "";

/** One of a list of choices in one go: chosen and sent, as its form sends it. */
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

/** What has a key is what people do often. */
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

/** Where the sidebar and the menu of the account lead. */
function places(page: ParentNode): Command[] {
  const links = page.querySelectorAll<HTMLAnchorElement>(".sidebar-panel a");
  return [...links].map((link) => ({
    name: wordsOf(link.querySelector("span")?.firstChild ?? link), // without how many are unread
    ...(link.matches(".sidebar-pin") && { about: "view" }),
    run: () => link.click(),
  }));
}

/** All commands of a page, those of what is open first. */
export const commandsOf = (page: ParentNode): Command[] => [...ofPage(page), ...places(page)];

/**
 * The commands that have all of the words, as offers; before them the task of a typed number, behind them the search of
 * everything where the field itself searches less. `words` stand before the caret, `text` is all of the field.
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
