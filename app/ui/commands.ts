import type { Offer } from "./choice-list";
import { isReachable, press } from "./press";
import * as say from "./ui-copy";

/**
 * A command of the page: any visible element with `data-command`, which may hold its name. Running it presses the
 * element, so hidden elements aren't available, except those with `data-anytime`. `data-key` is its single-key
 * shortcut.
 */
export type Command = {
  name: string;
  /** The heading above it. */
  group: string;
  /** Its single-key shortcut. */
  key?: string | undefined;
  /** Where a link leads. */
  href?: string;
  /** One option of a select ("Status: Resolved"): left out until something is typed. */
  isChoice?: boolean;
  run: () => void;
};

const wordsOf = (node: Node) => node.textContent?.trim() ?? "";

/** One command per option of a select: picks it and submits the form, unless that saves itself. */
const choicesOf = (select: HTMLSelectElement): Command[] =>
  [...select.options]
    .filter((option) => option.value !== select.value)
    .map(({ value, text }) => ({
      name: `${select.dataset.command}: ${text}`,
      group: say.thisPage,
      isChoice: true,
      run() {
        select.value = value;
        select.dispatchEvent(new Event("change", { bubbles: true }));
        if (select.form?.dataset.savesItself === undefined) select.form?.requestSubmit();
      },
    }));

/** Commands with a key come first: they're used most. */
function ofPage(page: ParentNode): Command[] {
  const elements = [...page.querySelectorAll<HTMLElement>("#content [data-command]")].filter(
    (element) => isReachable(element) || element.dataset.anytime !== undefined,
  );
  const [often, seldom] = [
    elements.filter(({ dataset }) => dataset.key),
    elements.filter(({ dataset }) => !dataset.key),
  ];
  return [...often, ...seldom].flatMap((element) => {
    if (element instanceof HTMLSelectElement) return choicesOf(element);
    const name = element.dataset.command || element.getAttribute("aria-label") || wordsOf(element);
    return [{ name, group: say.thisPage, key: element.dataset.key, run: () => press(element) }];
  });
}

function places(page: ParentNode): Command[] {
  const links = page.querySelectorAll<HTMLAnchorElement>(".sidebar-panel a");
  return [...links].map((link) => ({
    name: wordsOf(link.querySelector("span")?.firstChild ?? link), // without the unread count
    group: link.matches(".sidebar-pin") ? say.views : say.goTo,
    key: link.pathname === "/tasks/new" ? "c" : undefined,
    href: link.pathname + link.search + link.hash,
    run: () => link.click(),
  }));
}

export const commandsOf = (page: ParentNode): Command[] => [...ofPage(page), ...places(page)];

/** Whether each word is a prefix of a word of the name. Such commands come before the server's results. */
const isNamed = (name: string, parts: readonly string[]) =>
  parts.every((part) =>
    ` ${name}`
      .toLowerCase()
      .split(/[^\p{L}\p{N}#]+/u)
      .some((word) => word.startsWith(part)),
  );

/**
 * Returns the commands that match every word: `first` those whose words begin so, `last` the others. Without words, `first`
 * are those of the page.
 */
export function commandsFor(words: string, commands: readonly Command[]): { first: Offer[]; last: Offer[] } {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands
    .filter(({ name, isChoice }) =>
      parts.length === 0 ? !isChoice : parts.every((part) => name.toLowerCase().includes(part)),
    )
    .map((command, index) => ({ command, offer: offerOf(command, index) }));
  const [first, last] = [true, false].map((isFirst) =>
    found.flatMap(({ command: { name, group }, offer }) =>
      (parts.length === 0 ? group === say.thisPage : isNamed(name, parts)) === isFirst ? offer : [],
    ),
  );
  return { first: first ?? [], last: last ?? [] };
}

const offerOf = ({ name, group, key, href, run }: Command, index: number): Offer => ({
  ...{ value: href ?? `command ${index}`, label: name, group, key, run },
});

/** The typed number of a task; null for other text. */
export const numberIn = (words: string) => /^\s*#?([1-9]\d{0,8})\s*$/.exec(words)?.[1] ?? null;
