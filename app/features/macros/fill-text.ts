import * as say from "./macros-texts";

/** Values by the name of their variable: `requester.first_name`. What is not there is not known. */
export type TextValues = ReadonlyMap<string, string>;

const VARIABLE = /\{\{([^{}]*)\}\}/g;

/**
 * A text with its variables filled in. Where one has no value its fallback stands, `{{requester.first_name|there}}`; without
 * one it stays as it is written, and is among those `missing`: such a text is not to be sent.
 */
export function fillText(text: string, values: TextValues): { text: string; missing: string[] } {
  const missing = new Set<string>();
  const filled = text.replace(VARIABLE, (variable, inside: string) => {
    const [name = "", ...fallback] = inside.split("|");
    const value = values.get(name.trim()) ?? "";
    if (value !== "") return asWords(value);
    if (fallback.length > 0 && fallback.join("|").trim() !== "") return fallback.join("|").trim();
    missing.add(variable);
    return variable;
  });
  return { text: filled, missing: [...missing] };
}

/** A value is words of somebody else: it makes nothing bold, mentions nobody, names no variable, and stays in its line. */
const asWords = (value: string) => value.replace(/\s+/g, " ").replace(/[\\`*_~[\]<>{}@]/g, "\\$&");

/** The variables of a text that nothing is called by, wherever it is used: slips of its writer. */
export const unknownVariables = (text: string, names: readonly string[]) =>
  [...text.matchAll(VARIABLE)].flatMap(([variable, inside = ""]) =>
    names.includes(inside.split("|")[0]?.trim() ?? "") ? [] : variable,
  );

/** Those of the variables that a macro could not fill in which its writer has left in the text. */
export const stillMissing = (text: string, missing: readonly string[]) =>
  missing.filter((variable) => text.includes(variable));

/** What is said of a text that cannot be sent. */
export function whyNotFilled(missing: readonly string[]): string {
  const [others, last = ""] = [missing.slice(0, -1), missing.at(-1)];
  return others.length === 0 ? say.isUnknownHere(last) : say.areUnknownHere(others.join(", "), last);
}
