/** JavaScript and both databases keep every number of so many digits exactly. */
export const EXACT_DIGITS = 15;

/** Zeros count as well. */
const MOST_CHARACTERS = 30;

/**
 * A number as people write it, in its shortest form: `-3.50` is `-3.5`, `007` is `7`. Null for what is no number, and for one
 * of too many digits, which would come back as another.
 */
export function exactNumber(text: string): { ok: true; text: string } | { ok: false; why: "no_number" | "too_long" } {
  const [, sign, whole = "", part = ""] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole === "" && part === "") return { ok: false, why: "no_number" };
  if (text.length > MOST_CHARACTERS) return { ok: false, why: "too_long" };
  const [before, behind] = [whole.replace(/^0+/, ""), part.replace(/0+$/, "")];
  if ((before + behind).replace(/^0+/, "").length > EXACT_DIGITS) return { ok: false, why: "too_long" };
  const plain = (before || "0") + (behind && `.${behind}`);
  return { ok: true, text: sign === "-" && plain !== "0" ? `-${plain}` : plain };
}
