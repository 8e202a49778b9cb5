import sanitizeHtml from "sanitize-html";
import { cleanLinks } from "./html-links.server";
import { type ElementNode, writeHtml } from "./html-tree";
import { reduceTables } from "./layout-tables";
import { trimHtml } from "./trim-html";

/** Block elements we don't keep. As a `div` they still separate words. */
const OTHER_BLOCKS =
  "address|article|aside|body|center|details|dialog|dir|fieldset|figcaption|figure|footer|form|header|html|main|menu|nav|section|summary";

const asDiv = Object.fromEntries(OTHER_BLOCKS.split("|").map((tag) => [tag, "div"]));

const REL = ["noopener", "noreferrer", "nofollow"].join(" ");

/** The tags and attributes of Markdown, and harmless ones that mail adds. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...["p", "div", "br", "hr", "blockquote", "pre", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd"],
    ...["strong", "b", "em", "i", "u", "s", "del", "ins", "sub", "sup", "code", "a", "img"],
    ...["table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"],
  ],
  allowedAttributes: {
    a: ["href", "rel"],
    img: ["data-remote-src", "data-cid", "alt", "width", "height"],
    td: ["colspan", "rowspan"],
    th: ["colspan", "rowspan"],
    ol: ["start"],
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  // Their text isn't shown in a mail. sanitize-html's own list would also drop the words of an unclosed `<option>`.
  nonTextTags: ["script", "style", "textarea", "xmp", "iframe", "noembed", "noframes", "title"],
  transformTags: {
    ...asDiv,
    // Headings in a message rank below the page's own, as in Markdown.
    h1: "h4",
    h2: "h5",
    ...{ h3: "h6", h4: "h6", h5: "h6" },
    ...{ strike: "s", tt: "code", kbd: "code", samp: "code" },
    ...{ listing: "pre", plaintext: "pre" },
    a: (tagName, { href }) => ({
      tagName,
      attribs: href ? { href, rel: REL } : ({} as sanitizeHtml.Attributes),
    }),
  },
};

/** Makes HTML for our pages from a prepared tree. */
export const safeHtml = (root: ElementNode) =>
  sanitizeHtml(writeHtml(trimHtml(cleanLinks(reduceTables(root)))), ALLOWED);
