import { append, appendText, type ElementNode, newElement } from "./html-tree";
import { splitQuoteSigns } from "./quote-signs";

/** Where an address starts in a text. Starting with a fixed word keeps the search linear. */
const LINK = /(?:https?:\/\/|mailto:)[\w\-.~:/?#[\]@!$&'()*+,;=%]+/gi;
const MOST_LINK_CHARACTERS = 2000;

/** Removes punctuation that belongs to the sentence: "(see https://one.example)." */
function withoutSentenceEnd(address: string): string {
  let surplus = address.split(")").length - address.split("(").length;
  let end = address.length;
  for (; end > 0; end--) {
    const sign = address[end - 1] ?? "";
    if (sign === ")" && surplus > 0) surplus--;
    else if (!/[.,;:!?'*_\]]/.test(sign)) break;
  }
  return address.slice(0, end);
}

/** Appends a text, its addresses as links. */
function appendLinked(parent: ElementNode, text: string) {
  let at = 0;
  for (const { 0: match, index } of text.matchAll(LINK)) {
    const address = match.length > MOST_LINK_CHARACTERS ? "" : withoutSentenceEnd(match);
    if (address === "" || /^[a-z]+:\/*$/i.test(address)) continue;
    if (index > at) appendText(parent, text.slice(at, index));
    const link = newElement("a", new Map([["href", address]]));
    appendText(link, address);
    append(parent, link);
    at = index + address.length;
  }
  if (at < text.length) appendText(parent, text.slice(at));
}

/** Keeps the columns of a text that its writer aligned with blanks. */
const withColumns = (text: string) =>
  text.replace(/\t/g, "    ").replace(/^ +| {2,}/g, (blanks) => `${"\u00a0".repeat(blanks.length - 1)} `);

/** Builds paragraphs from the lines of a plain text, and nested blockquotes from lines with `>`. */
export function textToTree(lines: readonly string[]): ElementNode {
  const root = newElement("root");
  const open: ElementNode[] = [root]; // blockquotes by depth
  let paragraph: ElementNode | null = null;
  for (const line of lines) {
    const { depth, text } = splitQuoteSigns(line);
    if (text.trim() === "" && depth === 0) {
      paragraph = null;
      continue;
    }
    if (depth !== open.length - 1) paragraph = null;
    open.length = Math.min(open.length, depth + 1);
    while (open.length <= depth) {
      const quote = newElement("blockquote");
      append(open[open.length - 1] as ElementNode, quote);
      open.push(quote);
    }
    if (text.trim() === "") {
      paragraph = null;
      continue;
    }
    if (paragraph) append(paragraph, newElement("br"));
    else {
      paragraph = newElement("p");
      append(open[depth] as ElementNode, paragraph);
    }
    appendLinked(paragraph, withColumns(text.trimEnd()));
  }
  return root;
}
