import type { Token } from "markdown-it";

/** The words of a parsed text without its marks, a line for each block. A link whose words differ also tells where it leads. */
export function plainTextOf(tokens: readonly Token[]): string {
  let text = "";
  for (const token of tokens) {
    if (token.children) text += inlineText(token.children);
    else if (token.type === "fence" || token.type === "code_block") text += token.content;
    else if (token.type === "td_close" || token.type === "th_close") text += " ";
    else if (token.block && token.nesting === -1) text += "\n";
  }
  return text
    .replace(/(?<![^\S\n])[^\S\n]+$/gm, "") // tried at the first blank of a row alone: at each, a long row takes minutes
    .replace(/\n{2,}/g, "\n")
    .trim();
}

function inlineText(tokens: readonly Token[]): string {
  let text = "";
  let link = { address: "", at: 0 };
  for (const token of tokens) {
    if (token.type === "softbreak" || token.type === "hardbreak") text += "\n";
    // With a markup it was an address to begin with.
    else if (token.type === "link_open")
      link = { address: token.markup ? "" : String(token.attrGet("href")), at: text.length };
    else if (token.type === "link_close") text += destination(link.address, text.slice(link.at));
    else text += token.content;
  }
  return text;
}

/** Said only of what can be followed from anywhere, and not when the words say it already. */
const destination = (address: string, words: string) =>
  /^[a-z]/i.test(address) && !address.endsWith(words) ? ` (${address})` : "";
