import type { Token } from "markdown-it";

/**
 * The plain text of a parsed text, one line per block. Marks that change the meaning stay: list numbers, a minus before a
 * number, and strikethrough. A link whose text differs from its address also shows the address.
 */
export function plainTextOf(tokens: readonly Token[]): string {
  const pieces: string[] = [];
  let item: Token | null = null;
  for (const token of tokens) {
    if (token.type === "list_item_open") item = token;
    else if (token.content !== "") {
      if (item) pieces.push(markOf(item, token.content));
      item = null;
    }
    if (token.children) pieces.push(inlineText(token.children));
    else if (token.type === "fence" || token.type === "code_block") pieces.push(token.content);
    else if (token.type === "as_typed") pieces.push(token.content);
    else if (token.type === "td_close" || token.type === "th_close") pieces.push(" ");
    else if (token.block && token.nesting === -1) pieces.push("\n");
  }
  return pieces
    .join("")
    .replace(/(?<![^\S\n])[^\S\n]+$/gm, "") // tried at the first blank of a row alone: at each, a long row takes minutes
    .replace(/\n{2,}/g, "\n")
    .trim();
}

function markOf({ info, markup }: Token, content: string): string {
  if (info !== "") return `${info}${markup} `;
  return markup === "-" && /^\p{N}/u.test(content) ? "- " : "";
}

function inlineText(tokens: readonly Token[]): string {
  const pieces: string[] = [];
  let link = { address: "", at: 0 };
  for (const token of tokens) {
    if (token.type === "softbreak" || token.type === "hardbreak") pieces.push("\n");
    else if (token.type === "s_open" || token.type === "s_close") pieces.push(token.markup);
    // With a markup it was an address to begin with.
    else if (token.type === "link_open")
      link = { address: token.markup ? "" : String(token.attrGet("href")), at: pieces.length };
    else if (token.type === "link_close") pieces.push(destination(link.address, pieces.slice(link.at).join("")));
    else pieces.push(token.content);
  }
  return pieces.join("");
}

/** Said only of what can be followed from anywhere, and not when the words say it already. */
function destination(address: string, words: string): string {
  const isSaid = address.endsWith(words) && /^(?:https?:\/\/|mailto:|tel:)?$/i.test(address.slice(0, -words.length));
  return /^[a-z]/i.test(address) && !(words !== "" && isSaid) ? ` (${address})` : "";
}
