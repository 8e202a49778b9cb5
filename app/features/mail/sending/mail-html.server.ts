import { append, type ElementNode, escapeHtml, type HtmlNode, newElement, rebuild, writeHtml } from "../body/html-tree";
import { parseHtml } from "../body/parse-html.server";

/*
 * The HTML of all outgoing mail. Mail clients drop style sheets, so each element has inline styles. Only buttons set
 * text and background colours, because clients choose them in dark mode. Greys are readable on either background.
 */

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5";
const MONOSPACE = "font-family:Consolas,Menlo,monospace;font-size:14px";
const EDGE = "#9a958c";
const BLOCK = "margin:0 0 12px";
const CELL = `padding:4px 8px;border:1px solid ${EDGE};vertical-align:top`;
const BUTTON =
  "display:inline-block;padding:8px 16px;border-radius:6px;background:#a8430b;color:#ffffff;font-weight:600;text-decoration:none";

/** Tags allowed in mail; other tags are replaced by their contents. */
const STYLES: Record<string, string> = {
  ...{ p: BLOCK, div: "", br: "", strong: "", b: "", em: "", i: "", u: "", s: "", del: "", ins: "", sub: "", sup: "" },
  ...{ h4: `${BLOCK};font-size:20px`, h5: `${BLOCK};font-size:18px`, h6: `${BLOCK};font-size:16px` },
  ...{ ul: `${BLOCK};padding-left:24px`, ol: `${BLOCK};padding-left:24px`, li: "margin:0 0 4px" },
  ...{ dl: BLOCK, dt: "font-weight:600", dd: "margin:0 0 4px 24px" },
  blockquote: `margin:0 0 12px;padding-left:12px;border-left:3px solid ${EDGE}`,
  pre: `${BLOCK};padding:8px 12px;border:1px solid ${EDGE};white-space:pre-wrap;${MONOSPACE}`,
  code: MONOSPACE,
  hr: `margin:16px 0;border:0;border-top:1px solid ${EDGE}`,
  table: `${BLOCK};border-collapse:collapse;${FONT}`,
  ...{ caption: "text-align:left", thead: "", tbody: "", tfoot: "", tr: "", td: CELL, th: `${CELL};text-align:left` },
  a: "",
  img: "max-width:100%;height:auto;border:0",
};

const KEPT = ["alt", "colspan", "rowspan", "start"];
/** Outlook ignores CSS sizes and shows pictures at their full width. */
const WIDEST_PICTURE = 600;

export type MailLinks = {
  /** Origin of the desk's pages; null if unknown: links to them become plain text. */
  origin: string | null;
  /** The address of a picture in the email, such as `cid:…`; null to show only its alt text. */
  pictureOf?: (address: string) => string | null;
};

/** Rewrites a message's safe HTML for mail. */
export const mailTree = (html: string, links: MailLinks): ElementNode =>
  rebuild(parseHtml(html).root, (element) => mailElement(element, links));

function mailElement(element: ElementNode, { origin, pictureOf }: MailLinks): HtmlNode[] {
  const { tag, attributes, children } = element;
  if (tag === "input") return [textNode(attributes.has("checked") ? "☑" : "☐")];
  const style = STYLES[tag];
  if (style === undefined) return children;
  const kept = new Map([...attributes].filter(([name]) => KEPT.includes(name)));
  if (tag === "a") {
    const address = absolute(attributes.get("href") ?? "", origin);
    if (address === null) return children;
    kept.set("href", address);
  }
  if (tag === "img") {
    const address = pictureOf?.(attributes.get("src") ?? "") ?? null;
    if (address === null) return [textNode(attributes.get("alt") ?? "")];
    kept.set("src", address);
    const width = Number(attributes.get("width"));
    if (width > 0) kept.set("width", String(Math.min(width, WIDEST_PICTURE)));
  }
  const alignment = /\balign-(left|center|right)\b/.exec(attributes.get("class") ?? "")?.[1];
  const all = [style, alignment && `text-align:${alignment}`].filter(Boolean).join(";");
  if (all !== "") kept.set("style", all);
  const written = newElement(tag, kept);
  for (const child of children) append(written, child);
  return [written];
}

const textNode = (text: string): HtmlNode => ({ text, parent: newElement("root") });

/** Null for an address that doesn't work from an email. */
function absolute(address: string, origin: string | null): string | null {
  if (/^(?:https?|mailto|tel):/i.test(address)) return address;
  return origin !== null && /^\/(?!\/)/.test(address) ? origin + address : null;
}

/** Turns paragraphs that contain only a link into buttons, in the desk's own texts. */
export function withButtons(root: ElementNode): ElementNode {
  return rebuild(root, (element) => {
    const [only, ...others] = element.children;
    if (element.tag !== "p" || others.length > 0 || !only || !("tag" in only) || only.tag !== "a") return [element];
    only.attributes = new Map([...only.attributes, ["style", BUTTON]]);
    return [element];
  });
}

/** The whole document: the message, a divider, and the desk's additions. */
export const mailDocument = (message: ElementNode, added: ElementNode, title: string) =>
  `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">` +
  `<title>${escapeHtml(title)}</title></head><body style="margin:0;padding:0">` +
  `<div dir="auto" style="max-width:640px;padding:16px;${FONT}">${writeHtml(message)}${footer(added)}</div></body></html>`;

const footer = (added: ElementNode) =>
  added.children.length === 0
    ? ""
    : `<div style="margin-top:24px;padding-top:12px;border-top:1px solid ${EDGE};font-size:14px">${writeHtml(added)}</div>`;
