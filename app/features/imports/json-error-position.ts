/** The first syntax error: line and column from 1, and the text found there (null at the end). */
type JsonTrouble = { line: number; column: number; found: string | null };

// White space, then one of: punctuation, a string, a literal.
const TOKEN =
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?))/uy;

/** Finds the first syntax error (RFC 8259) for a message; null if valid. Node 20's `JSON.parse` doesn't always locate it. */
export function findJsonTrouble(text: string): JsonTrouble | null {
  const open: ("{" | "[")[] = [];
  let expects: "value" | "valueOrEnd" | "key" | "keyOrEnd" | "colon" | "commaOrEnd" | "nothing" = "value";
  const afterValue = () => (open.length === 0 ? "nothing" : "commaOrEnd");

  const token = new RegExp(TOKEN);
  let at = 0;
  for (;;) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (!match) break;
    const [whole, sign, string] = match;
    const wantsKey = expects === "key" || expects === "keyOrEnd";
    const wantsValue = expects === "value" || expects === "valueOrEnd";
    if (sign === undefined && string !== undefined && wantsKey) expects = "colon";
    else if (sign === undefined && wantsValue) expects = afterValue();
    else if (sign === ":" && expects === "colon") expects = "value";
    else if (sign === "," && expects === "commaOrEnd") expects = open.at(-1) === "{" ? "key" : "value";
    else if ((sign === "{" || sign === "[") && wantsValue) {
      open.push(sign);
      expects = sign === "{" ? "keyOrEnd" : "valueOrEnd";
    } else if (
      (sign === "}" && open.at(-1) === "{" && (expects === "keyOrEnd" || expects === "commaOrEnd")) ||
      (sign === "]" && open.at(-1) === "[" && (expects === "valueOrEnd" || expects === "commaOrEnd"))
    ) {
      open.pop();
      expects = afterValue();
    } else break;
    at += whole.length;
  }

  while (/[ \t\r\n]/.test(text[at] ?? "")) at++;
  if (at >= text.length && expects === "nothing") return null;
  const before = text.slice(0, at).split("\n");
  return {
    line: before.length,
    column: (before.at(-1) ?? "").length + 1,
    found: at < text.length ? text.slice(at).split("\n", 1)[0] || null : null,
  };
}
