/**
 * A part of a sentence of the history: plain words, a value that was or is now, a text as it was written, a task by its
 * number; `here` is the task it is a part of by now, where it is read on the page of that.
 */
export type Piece = string | { was: string } | { is: string } | { text: string } | { task: number; here?: number };

export type Sentence = readonly Piece[];

/** A sentence of the history in one piece for who translates it: ``pieces`changed ${name} from ${{ was }} to ${{ is }}` ``. */
export function pieces(texts: TemplateStringsArray, ...values: Piece[]): Sentence {
  const said: Piece[] = [];
  for (const piece of texts.flatMap((text, index) => [text, values[index] ?? ""])) {
    const last = said.at(-1);
    if (typeof piece === "string" && typeof last === "string") said[said.length - 1] = last + piece;
    else if (piece !== "") said.push(piece);
  }
  return said;
}
