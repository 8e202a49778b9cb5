/**
 * Part of a history sentence: plain text, an old or new value, quoted text, or a task number. `here` is the task that
 * one was merged into, when read on that task's page.
 */
export type Piece = string | { was: string } | { is: string } | { text: string } | { task: number; here?: number };

export type Sentence = readonly Piece[];

/** Tags a history sentence, so translators see it whole: ``pieces`changed ${name} from ${{ was }} to ${{ is }}` ``. */
export function pieces(texts: TemplateStringsArray, ...values: Piece[]): Sentence {
  const said: Piece[] = [];
  for (const piece of texts.flatMap((text, index) => [text, values[index] ?? ""])) {
    const last = said.at(-1);
    if (typeof piece === "string" && typeof last === "string") said[said.length - 1] = last + piece;
    else if (piece !== "") said.push(piece);
  }
  return said;
}
