import type { MarkdownIt, StateCore } from "markdown-it";
import { asTyped } from "./literal-markdown-characters.server";

/*
 * Limits the cost of parsing a text. Markup takes thirty times as long to parse as words, so a text of only markup
 * would keep the server busy. A text with more marks than any real document is shown as typed.
 */

/** A fifth more than in the densest of 150 documents of 64 KiB. Rendering that many costs about ten times as much as prose. */
const MOST_MARKS = 10_000;
const MOST_LINES = 4_000;
/** Bars between the cells of tables. */
const MOST_CELLS = 5_000;

/** An address costs as much as this many other marks. */
const ADDRESS_MARKS = 8;

const MARK = /[\\`*_~[\]<>&!\n]/g;
const ADDRESS = /:\/\/|mailto:|@(?=[\p{L}\p{N}])/giu;

/** The deepest nesting of lists and quotes. Below it, markdown-it drops the rest of the text. */
export const MOST_NESTING = 40;

/** Counts marks outside code. Counts lines and bars before anything else, because parsing blocks also costs. */
export function limitMarks(markdown: MarkdownIt): void {
  markdown.core.ruler.before("block", "most_lines", (state) => {
    const isLong = countOf(state.src, /\n/g, MOST_LINES) >= MOST_LINES;
    if (isLong || countOf(state.src, /\|/g, MOST_CELLS) >= MOST_CELLS) showAsTyped(state);
  });
  markdown.core.ruler.before("inline", "most_marks", (state) => {
    let marks = state.tokens.length;
    for (const { type, content, level } of state.tokens) {
      if (level >= MOST_NESTING - 1) marks += MOST_MARKS;
      if (type !== "inline") continue;
      marks += countOf(content, MARK, MOST_MARKS) + ADDRESS_MARKS * countOf(content, ADDRESS, MOST_MARKS);
    }
    if (marks > MOST_MARKS) showAsTyped(state);
  });
  markdown.renderer.rules.as_typed = (tokens, index) =>
    `<pre>${markdown.utils.escapeHtml(tokens[index]?.content ?? "")}</pre>\n`;
}

function showAsTyped(state: StateCore): void {
  const whole = new state.Token("as_typed", "pre", 0);
  whole.block = true;
  whole.content = asTyped(state.src);
  state.tokens = [whole];
  state.src = ""; // leaves nothing to parse as blocks
}

function countOf(text: string, sign: RegExp, most: number): number {
  let count = 0;
  for (const _ of text.matchAll(sign)) if (++count > most) break;
  return count;
}
