/** JavaScript and both databases store any number with this many digits exactly. */
export const EXACT_DIGITS = 15;

/** Counts zeros too. */
const MOST_CHARACTERS = 30;

/**
 * Returns the shortest form of a typed number: `-3.50` is `-3.5`, `007` is `7`. Refuses other text, and numbers with too
 * many digits to store exactly.
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

const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/** Formats a whole number: "1,000". Not with `Intl`: its first use loads language data, a tenth of a second on a phone. */
export const formatNumber = (value: number) => String(value).replace(THOUSANDS, ",");
