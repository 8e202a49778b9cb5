import type { MarkdownIt, StateCore } from "markdown-it";
import { asTyped } from "./literal-signs.server";

/*
 * What a text may cost. Reading marks takes thirty times as long as reading words, so a text of nothing but marks would keep
 * the server busy. A text with more of them than any document has is shown as typed.
 */

/** A fifth more than the densest of 150 documents of 64 KiB has; rendering so many costs about ten times as much as prose. */
const MOST_MARKS = 10_000;
const MOST_LINES = 4_000;

/** An address takes as long as so many other marks. */
const ADDRESS_MARKS = 8;

const MARK = /[\\`*_~[\]<>&!\n]/g;
const ADDRESS = /:\/\/|mailto:|@(?=[\p{L}\p{N}])/giu;

/** Lists and quotes inside of each other, deeper than which markdown-it leaves the rest of the text out. */
export const MOST_NESTING = 40;

/** Marks are counted where they count, not in code; lines before anything else, because blocks cost as well. */
export function limitMarks(markdown: MarkdownIt): void {
  markdown.core.ruler.before("block", "most_lines", (state) => {
    if (countOf(state.src, /\n/g, MOST_LINES) >= MOST_LINES) showAsTyped(state);
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
  state.src = ""; // nothing is left for the blocks
}

function countOf(text: string, sign: RegExp, most: number): number {
  let count = 0;
  for (const _ of text.matchAll(sign)) if (++count > most) break;
  return count;
}
