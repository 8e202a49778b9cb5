import type { MarkdownIt, StateCore, StateInline, Token } from "markdown-it";

/*
 * Most people write plain text, and Markdown reads many of its characters as markup: `31. Dezember`, `\\server\share`, `2*3*4`,
 * `__init__.py`, `[INFO]: started`. A character that is more likely text stays as typed. docs/decisions/0022 has the rules.
 */

/** A noncharacter that no text contains. Before a sign, it keeps the line from starting a list or a quote. */
const PLAIN_LINE = "\ufdd0";
const PLAIN_LINES = new RegExp(PLAIN_LINE, "g");

/** Restores a text whose lines were kept plain. */
export const asTyped = (text: string) => text.replace(PLAIN_LINES, "");

/** `+ 3 licences`, `01. Januar` and `>5 GB`, after the marks of quotes and lists. */
const PLAIN_START =
  /^((?:[ \t]*(?:>|[-*](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*)(?=\+[ \t]|0\d{0,8}[.)][ \t]|>[=\d.,])/gm;

/** Ignored when a row is compared with its cells, to notice extra cells that a table would drop. */
const CELL_WORDS = /[\s|\\]+/g;

const LETTER = /[\p{L}\p{N}]/u;
/** Scripts written without spaces, and Korean, whose particles directly follow a word. */
const WITHOUT_SPACES =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const isInWord = (character: string) => LETTER.test(character) && !WITHOUT_SPACES.test(character);

/** A piece is a path, a pattern or code if it has a backslash before a letter, after a drive or after a folder name. */
const PIECE = /(?:(?!\]\()[^\s<>"|`])+/g;
const PATH = /\\[\p{L}\p{N}]|(?<![\p{L}\p{N}])[a-z]:\\|^[("'*_~]*(?:\.{1,2}|~|%[^%\s]{1,80}%|\$\w{1,80})\\/iu;
/** Signs after a path's last letter that end the sentence or the emphasis around it. */
const AFTER_PATH = /(?<=[\p{L}\p{N}])[*_~)\]'.,;:!?]+$/u;

/** Signs that a backslash escapes, because they can be markup. Before all others it stays a backslash. */
const ESCAPABLE = /[`*_~[\]<>#+\-.()!|&@{}:]/;

/** Entities that escape a sign. Others, such as `&copy;`, stay as typed. */
const ENTITY = /^&(?:amp|lt|gt|quot|apos|#(\d{1,7})|#x([0-9a-f]{1,6}));/i;
const PUNCTUATION = /[!-/:-@[-`{-~]/;

/** `__init__` is a name, `__very important__` is bold. */
const DUNDER = /^__(?=[a-z])[a-z0-9_]{0,80}[a-z0-9]__(?![a-z0-9_])/i;

export function keepLiteralSigns(markdown: MarkdownIt): void {
  // Link definitions would hide text such as `[INFO]: started`, and a line of dashes would make a heading. Without `autolink`,
  // `Ana <ana@example.org>` keeps its brackets and becomes a link like any address.
  markdown.disable(["reference", "lheading", "autolink"]);

  markdown.core.ruler.after("normalize", "plain_lines", (state) => {
    state.src = state.src.replace(PLAIN_LINES, "\ufffd").replace(PLAIN_START, `$1${PLAIN_LINE}`);
  });
  markdown.core.ruler.after("block", "plain_blocks", (state) => {
    for (const token of state.tokens) {
      token.content = asTyped(token.content);
      if (token.type === "fence") keepInfo(token);
    }
    numberItems(state.tokens);
    openLossyTables(state);
  });

  markdown.inline.ruler.before("escape", "backslash", backslash);
  markdown.inline.ruler.before("entity", "other_entity", otherEntity);
  markdown.inline.ruler.before("strikethrough", "sign_in_word", signInWord);
}

/** Keeps each list number as written, unless counting from the first gives the same, and keeps its punctuation. */
function numberItems(tokens: readonly Token[]): void {
  const lists: { open: Token; items: Token[] }[] = [];
  for (const token of tokens) {
    if (token.type === "ordered_list_open") lists.push({ open: token, items: [] });
    if (token.type === "list_item_open" && token.info !== "") lists.at(-1)?.items.push(token);
    if (token.type !== "ordered_list_close") continue;
    const { open, items } = lists.pop() ?? {};
    if (open?.markup === ")") open.attrSet("class", "with-brackets");
    const first = Number(items?.[0]?.info);
    if (items?.every(({ info }, index) => Number(info) === first + index)) continue;
    for (const item of items ?? []) item.attrSet("value", String(Number(item.info)));
  }
  for (const token of tokens) {
    if (token.type === "bullet_list_open" && token.markup === "*") token.attrSet("class", "with-dots");
  }
}

/** Text after an opening code fence that is more than a language name becomes the first line of the code. */
function keepInfo(token: Token): void {
  const info = asTyped(token.info).trim();
  if (!/\s/.test(info)) return;
  token.info = "";
  token.content = `${info}\n${token.content}`;
}

/** Shows a table that would drop a cell as its original lines. */
function openLossyTables(state: StateCore): void {
  const lines = state.src.split("\n");
  const kept: Token[] = [];
  let begun = 0;
  let isLossy = false;
  let row = { line: "", cells: "" };
  for (const token of state.tokens) {
    if (token.type === "table_open") [begun, isLossy] = [kept.length, false];
    if (token.type === "tr_open") row = { line: lines[token.map?.[0] ?? -1] ?? "", cells: "" };
    if (token.type === "inline") row.cells += token.content;
    if (token.type === "tr_close" && row.line !== "") {
      isLossy ||= !row.line.replace(CELL_WORDS, "").endsWith(row.cells.replace(CELL_WORDS, ""));
    }
    kept.push(token);
    if (token.type !== "table_close" || !isLossy) continue;
    const [from, to] = kept[begun]?.map ?? [0, 0];
    kept.splice(begun, kept.length, ...paragraphOf(state, lines.slice(from, to)));
  }
  state.tokens = kept;
}

function paragraphOf(state: StateCore, lines: readonly string[]): Token[] {
  const open = new state.Token("paragraph_open", "p", 1);
  const inline = new state.Token("inline", "", 0);
  const close = new state.Token("paragraph_close", "p", -1);
  inline.content = lines.map((line) => asTyped(line).replace(/^(?:[ \t]*>)*[ \t]*/, "")).join("\n");
  inline.children = [];
  open.block = inline.block = close.block = true;
  return [open, inline, close];
}

/** Maps the first backslash of each path in a text to the end of the path. */
function pathsIn(text: string): Map<number, number> {
  const paths = new Map<number, number>();
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    const first = piece.indexOf("\\");
    if (first !== -1 && PATH.test(piece)) paths.set(index + first, index + piece.replace(AFTER_PATH, "").length);
  }
  return paths;
}

type KnownPaths = { paths?: { text: string; found: Map<number, number> } };

function backslash(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src[pos] !== "\\") return false;
  const known = state.env as KnownPaths;
  if (known.paths?.text !== src) known.paths = { text: src, found: pathsIn(src) };
  const end = Math.min(known.paths.found.get(pos) ?? 0, state.posMax);
  if (end > pos) return literal(state, silent, end - pos);
  const next = src[pos + 1] ?? "";
  // Two backslashes stay two, unless a sign that can be markup follows.
  if (next === "\\") return ESCAPABLE.test(src[pos + 2] ?? "") ? false : literal(state, silent, 2);
  return ESCAPABLE.test(next) ? false : literal(state, silent, 1);
}

function otherEntity(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== "&") return false;
  const entity = ENTITY.exec(state.src.slice(state.pos, state.pos + 12));
  const [, decimal, hex] = entity ?? [];
  const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null;
  const isSign = entity && (code === null || (code < 128 && PUNCTUATION.test(String.fromCharCode(code))));
  return isSign ? false : literal(state, silent, 1);
}

/** Keeps stars, tildes and underscores inside words, patterns and names: `2*3*4`, `*.log`, `src/*`, `__init__.py`. */
function signInWord(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  const sign = src[pos];
  if (sign !== "*" && sign !== "~" && sign !== "_") return false;
  if (sign === "_") {
    const name = DUNDER.exec(src.slice(pos, pos + 90));
    if (name && !isInWord(src[pos - 1] ?? "")) return literal(state, silent, name[0].length);
  }
  let end = pos;
  while (end < state.posMax && src[end] === sign) end++;
  const [before, after] = [characterBefore(src, pos), String.fromCodePoint(src.codePointAt(end) ?? 32)];
  return isLiteralBetween(sign, [src[pos - 2] ?? " ", before], [after, src[end + 1] ?? " "])
    ? literal(state, silent, end - pos)
    : false;
}

function isLiteralBetween(sign: string, [further, before]: [string, string], [after, next]: [string, string]): boolean {
  if (isInWord(before) && isInWord(after)) return true;
  if (sign === "_") {
    const goesOn = isInWord(before) && /[./\\:=&@?'-]/.test(after) && isInWord(next);
    const cameFrom = isInWord(after) && /[./\\:=&@?'-]/.test(before) && isInWord(further);
    return goesOn || cameFrom;
  }
  if (sign === "~" || isInWord(before)) return false;
  // A file name pattern, or the start or end of a comment.
  return after === "/" || after === "\\" || before === "\\" || (after === "." && /[\p{L}\p{N}*]/u.test(next));
}

function characterBefore(text: string, at: number): string {
  const last = text[at - 1] ?? " ";
  return /[\udc00-\udfff]/.test(last) ? String.fromCodePoint(text.codePointAt(at - 2) ?? 32) : last;
}

/** Adds the next characters unchanged. */
function literal(state: StateInline, silent: boolean, length: number): true {
  if (!silent) state.pending += state.src.slice(state.pos, state.pos + length);
  state.pos += length;
  return true;
}
