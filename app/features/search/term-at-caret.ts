/** The term being typed at the caret, and its start, after any `-` or parenthesis. */
export function openTerm(text: string, caret: number): { at: number; term: string } {
  const last = [...text.slice(0, caret).matchAll(/(?:[^\s()"]|"(?:[^"\\]|\\.)*"?)+/g)].at(-1);
  const term = last && last.index + last[0].length === caret ? last[0] : "";
  const written = term.replace(/^-+/, "");
  return { at: caret - written.length, term: written };
}

/** Completes that term in the text and places the caret for the next term, or for the value after a key. */
export function withTerm(text: string, caret: number, term: string): { text: string; caret: number } {
  const { at } = openTerm(text, caret);
  const before = text.slice(0, at) + (term.endsWith(":") ? term : `${term} `);
  return { text: before + text.slice(caret).replace(/^[^\s()"]*\s?/, ""), caret: before.length };
}
