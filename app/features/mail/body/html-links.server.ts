import { parse } from "tldts";
import { type ElementNode, rebuild, textOf } from "./html-tree";

/** Schemes a link may have. Others start programs on the reader's computer. */
const FOLLOWED = /^(?:https?|mailto|tel):$/;

const MOST_CHARACTERS = 2000;

/** Whether a text reads as an address. "report.pdf" isn't one: no domain ends in "pdf". */
const isAddress = (text: string) =>
  text.length <= MOST_CHARACTERS &&
  /^\S+$/.test(text) &&
  (/^(?:https?:\/\/|www\.)/i.test(text) || (text.includes(".") && parse(text).isIcann === true));

/** The longest address written out beside a link: enough to see the host and some of the path. */
const MOST_SHOWN_CHARACTERS = 120;

const parsed = (address: string) => (URL.canParse(address) ? new URL(address) : null);

const pathOf = (url: URL) => `${url.pathname}${url.search}`.replace(/\/$/, "");
const hostOf = (url: URL) => url.host.replace(/^www\./, "");

/** Whether the text of a link says something else than where it leads. The path of a bare host is left open. */
function isMisleading(text: string, link: URL): boolean {
  if (!isAddress(text)) return false;
  if (text.includes("@") && !/^https?:/i.test(text)) {
    return `mailto:${text.replace(/^mailto:/i, "")}`.toLowerCase() !== link.href.replace(/\?.*$/, "").toLowerCase();
  }
  const said = parsed(/^https?:/i.test(text) ? text : `https://${text}`);
  if (!said) return true;
  if (!/^https?:$/.test(link.protocol) || hostOf(said) !== hostOf(link)) return true;
  return pathOf(said) !== "" && pathOf(said) !== pathOf(link);
}

/** Keeps links that a reader may follow, and writes out where one leads if its text is a different address. */
export const cleanLinks = (root: ElementNode) =>
  rebuild(root, (element) => {
    if (element.tag !== "a") return [element];
    const link = parsed(element.attributes.get("href")?.trim() ?? "");
    const isFollowed = link !== null && FOLLOWED.test(link.protocol);
    if (!isFollowed || element.children.length === 0) return element.children;
    element.attributes = new Map([["href", link.href]]);
    const text = textOf(element).replace(/\s+/g, " ").trim();
    if (!isMisleading(text, link)) return [element];
    const shown =
      link.href.length > MOST_SHOWN_CHARACTERS ? `${link.href.slice(0, MOST_SHOWN_CHARACTERS)}…` : link.href;
    return [element, { text: ` (${shown})`, parent: root }];
  });
