import type { Token } from "markdown-it";
import MarkdownIt from "markdown-it";
import cjkFriendly from "markdown-it-cjk-friendly";
import { PICTURE_ADDRESS } from "./attachments/attachments";
import type { Pictures } from "./attachments/message-files.server";
import { keepLiteralSigns } from "./literal-markdown-characters.server";
import { limitMarks, MOST_NESTING } from "./markdown-limits.server";
import { mayMentionAfter } from "./mentions/mention-list";
import { lineAfter, type Mentionable, whoIsMeant } from "./mentions/mention-text.server";

/**
 * Plain text of a parsed message, one line per block. Marks that change the meaning stay: list numbers, a minus before a
 * number, and strikethrough. A link whose text differs from its address also shows the address.
 */
function plainTextOf(tokens: readonly Token[]): string {
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
    .replace(/(?<![^\S\n])[^\S\n]+$/gm, "") // only from a row's first blank: starting at each takes minutes on a long row
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
    // With markup, it was typed as a bare address.
    else if (token.type === "link_open")
      link = { address: token.markup ? "" : String(token.attrGet("href")), at: pieces.length };
    else if (token.type === "link_close") pieces.push(destination(link.address, pieces.slice(link.at).join("")));
    else pieces.push(token.content);
  }
  return pieces.join("");
}

/** Shows only absolute addresses, and only if the link text doesn't already say them. */
function destination(address: string, words: string): string {
  const isSaid = address.endsWith(words) && /^(?:https?:\/\/|mailto:|tel:)?$/i.test(address.slice(0, -words.length));
  return /^[a-z]/i.test(address) && !(words !== "" && isSaid) ? ` (${address})` : "";
}

/**
 * Renders Markdown to safe HTML: CommonMark with tables and automatic links, but no raw HTML and no links that run code.
 * Remote pictures stay links: loading one would tell its server who reads this, and our pages block it anyway.
 */
const markdown = new MarkdownIt("default", { html: false, linkify: true, breaks: true, maxNesting: MOST_NESTING })
  .disable("image")
  .use(cjkFriendly)
  .use(keepLiteralSigns)
  .use(limitMarks);

// Both schemes rescan to the end of the run at each match, so a text of only `//x.y/` took seconds. An address without a
// scheme leads nowhere from here, and browsers no longer open `ftp:`.
markdown.linkify.add("ftp:", null).add("//", null);

// Shows an address as written, without decoding it.
markdown.normalizeLinkText = (address) => address;

/**
 * URLs of this or another site, email addresses and phone numbers. Other schemes start programs on the reader's computer.
 * Requiring a scheme or a path keeps `list[0](x)` from becoming a link.
 */
const FOLLOWED = /^(?:https?:|mailto:|tel:|[/#?])/i;
markdown.validateLink = (address) => FOLLOWED.test(address.trim());

// Headings in a message rank below the page's own, whatever their level in the text.
markdown.renderer.rules.heading_open = markdown.renderer.rules.heading_close = (tokens, index, options, _env, self) => {
  const token = tokens[index] as Token;
  token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 3)}`;
  return self.renderToken(tokens, index, options);
};

const plainLink = markdown.renderer.rules.link_open;
markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
  const link = tokens[index];
  if (link?.markup) link.attrSet("class", "is-bare"); // an automatic link: print shows its address only once
  link?.attrSet("rel", "noopener nofollow");
  return plainLink ? plainLink(tokens, index, options, env, self) : self.renderToken(tokens, index, options);
};

// Column alignment comes as style="…", which our pages block, so it becomes a class.
for (const cell of ["th_open", "td_open"] as const) {
  markdown.renderer.rules[cell] = (tokens, index, options, _env, self) => {
    const token = tokens[index];
    const alignment = /^text-align:(left|center|right)$/.exec(String(token?.attrGet("style") ?? ""))?.[1];
    if (token?.attrs) token.attrs = token.attrs.filter(([name]) => name !== "style");
    if (alignment) token?.attrSet("class", `align-${alignment}`);
    return self.renderToken(tokens, index, options);
  };
}

/** A file in our own store. Access is checked again when the browser fetches it. */
const OWN_PICTURE = new RegExp(`^${PICTURE_ADDRESS.source}$`);

// With the picture rule off, `![words](address)` parses as "!" and a link. The rule is off because markdown-it takes forever on
// nested pictures. This drops the sign and turns links to our own files into pictures.
markdown.core.ruler.after("inline", "pictures", (state) => {
  for (const token of state.tokens) {
    if (token.children?.some(({ type }) => type === "link_open")) {
      token.children = withPictures(token.children, (state.env as WithPictures).pictures);
    }
  }
});

// "[ ]" and "[x]" at the start of a list item become read-only checkboxes.
markdown.core.ruler.after("inline", "task_boxes", (state) => {
  for (const [at, token] of state.tokens.entries()) {
    const [item, words] = [state.tokens[at - 2], token.children?.[0]];
    if (token.type !== "inline" || item?.type !== "list_item_open" || words?.type !== "text") continue;
    const mark = /^\[[ xX]\](?= )/.exec(token.content)?.[0];
    if (!mark || !words.content.startsWith(mark)) continue;
    item.attrSet("class", "task-box");
    const box = new state.Token("task_box", "input", 0);
    box.content = mark;
    words.content = words.content.slice(mark.length);
    token.children?.unshift(box);
  }
});

markdown.renderer.rules.task_box = (tokens, index) =>
  `<input type="checkbox" disabled${tokens[index]?.content === "[ ]" ? "" : " checked"}>`;

/** Pictures a text may show; undefined allows all of ours. */
type WithPictures = { pictures?: Pictures | undefined };

function withPictures(tokens: readonly Token[], pictures: WithPictures["pictures"]): Token[] {
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const sign = kept.at(-1);
    kept.push(token);
    if (token.type !== "link_open" || token.markup !== "") continue; // markup: an automatic link
    if (sign?.type !== "text" || !sign.content.endsWith("!")) continue;
    sign.content = sign.content.slice(0, -1);

    let end = at + 1;
    while (tokens[end]?.type.startsWith("text")) end++;
    const id = OWN_PICTURE.exec(String(token.attrGet("href")))?.[1];
    const size = pictures?.get(Number(id));
    if (tokens[end]?.type !== "link_close" || id === undefined || (pictures && !size)) continue;
    const words = tokens.slice(at + 1, end).map(({ content }) => content);
    Object.assign(token, { type: "own_picture", tag: "img", nesting: 0, content: words.join("") });
    const attributes = { src: String(token.attrGet("href")), alt: token.content, loading: "lazy" };
    token.attrs = Object.entries(attributes);
    if (size) token.attrs.push(["width", String(size.width)], ["height", String(size.height)]);
    at = end;
  }
  return kept;
}

/** Mention state while parsing: the people to match, and the text after each @. */
type Mentioning = { people: readonly Mentionable[]; lines: string[]; looked: number };

/** Looks up no more than this, so that a text of nothing but @ doesn't keep the server busy. */
const MOST_MENTIONS = 100;

// An @ counts only in prose: not in code, in a link, or after a backslash.
markdown.inline.ruler.push("mention", (state, silent) => {
  if (state.src[state.pos] !== "@" || state.linkLevel > 0) return false;
  const known = state.env as Mentioning;
  if (!mayMentionAfter(state.src.slice(Math.max(0, state.pos - 2), state.pos))) return false;
  if (++known.looked > MOST_MENTIONS) return false;
  const line = lineAfter(state.src, state.pos);
  if (!silent) known.lines.push(line);
  const meant = whoIsMeant(line, known.people);
  const person = meant?.people[0];
  if (!person) return false;
  if (!silent) state.push("mention", "span", 0).content = `@${person.name}`;
  state.pos += 1 + meant.length;
  return true;
});

// The same for all viewers: requesters can't open a person's page, and a name makes sense without a link.
markdown.renderer.rules.mention = (tokens, index) =>
  `<span class="mention">${markdown.utils.escapeHtml(tokens[index]?.content ?? "")}</span>`;

export const escapeHtml = (text: string) => markdown.utils.escapeHtml(text);

/** Text after each @ that may be a mention. `mentions.server` matches people to it. */
export function mentionLines(text: string): string[] {
  if (!text.includes("@")) return [];
  const found: Mentioning = { people: [], lines: [], looked: 0 };
  markdown.parse(text, found);
  return [...new Set(found.lines)];
}

/**
 * Renders a message to safe HTML, and to plain text for search and previews. `pictures` limits which pictures it shows and
 * sets their sizes, so that nothing moves when they load.
 */
export function renderMessage(
  text: string,
  { mentions = [], pictures }: { mentions?: readonly Mentionable[]; pictures?: Pictures } = {},
): { html: string; text: string } {
  const environment: Mentioning & WithPictures = { people: mentions, lines: [], looked: 0, pictures };
  const tokens: Token[] = markdown.parse(text, environment);
  return { html: markdown.renderer.render(tokens, markdown.options, environment), text: plainTextOf(tokens) };
}
