import type { ElementNode } from "./html-tree";

/*
 * Classes, ids and names that clients put around quotations and signatures. In a quotation of a quotation, Outlook
 * prefixes them with "x_": there they no longer matter.
 */

const words = (list: TemplateStringsArray) => new Set(list.join("").trim().split(/\s+/));

const QUOTE_CLASSES = words`gmail_quote gmail_quote_container yahoo_quoted protonmail_quote tutanota_quote zmail_extra missive_quote front-quote
  ms-outlook-mobile-reference-message moz-forward-container mail-quote-collapse WM_FORWARD_COMPOSE`;
const QUOTE_IDS = words`OLK_SRC_BODY_SECTION mail-editor-reference-message-container isReplyContent yahoo_quoted`;
const QUOTE_NAMES = words`quote messageReplySection`; // GMX and Web.de; Spark
const QUOTE_DATA_MARKERS = words`__HEADERS__ __QUOTED_TEXT__`; // Zimbra

const SIGNATURE_CLASSES = words`gmail_signature gmail_signature_prefix moz-signature protonmail_signature_block ms-outlook-mobile-signature signature
  k9mail-signature tutanota-signature bloop_sign front-signature sh-signature -x-evo-signature yahoo-signature mb_sig`;
const SIGNATURE_IDS = words`AppleMailSignature ms-outlook-mobile-signature Signature signature composer_signature _rc_sig mb_sig
  ms-outlook-mobile-body-separator-line`;
const SIGNATURE_NAMES = words`messageSignatureSection`;
const SIGNATURE_DATA_MARKERS = words`__SIG_PRE__ __SIG_POST__`;

const ATTRIBUTION_CLASSES = words`gmail_attr moz-cite-prefix`;
const ATTRIBUTION_IDS = words`reply-intro`; // Roundcube

/** Outlook on the web, and Hotmail before it. `appendonsend` isn't here: this or a header block always follows it. */
const MESSAGE_IDS = words`divRplyFwdMsg stopSpelling zwchr`;

/** The line above the header block of Outlook for Windows; its colour depends on the version. */
const OUTLOOK_BORDER = /border-top:\s*solid\s+#(?:e1e1e1|b5c4df)\s+1\.0pt/i;

const has = (names: ReadonlySet<string>, value: string | undefined) => value !== undefined && names.has(value);

const classesOf = ({ attributes }: ElementNode) => attributes.get("class")?.split(/\s+/) ?? [];

/** Whether an element contains the whole quotation, including its attribution. */
export function isQuoteContainer(element: ElementNode): boolean {
  const { attributes, tag } = element;
  if (tag === "blockquote") return false; // counted as depth
  return (
    classesOf(element).some((name) => QUOTE_CLASSES.has(name)) ||
    has(QUOTE_IDS, attributes.get("id")) ||
    has(QUOTE_NAMES, attributes.get("name")) ||
    has(QUOTE_DATA_MARKERS, attributes.get("data-marker"))
  );
}

/** Whether a blockquote is a quotation: `type="cite"`, or a client's class. */
export function isCitation(element: ElementNode): boolean {
  const { attributes } = element;
  return (
    attributes.get("type")?.toLowerCase() === "cite" ||
    attributes.has("cite") ||
    has(QUOTE_IDS, attributes.get("id")) ||
    classesOf(element).some((name) => /quote(?!d-text)/i.test(name))
  );
}

/** Whether a blockquote only indents: mail editors draw no line beside it. */
export const isIndent = ({ attributes }: ElementNode) => /border:\s*(?:none|0)/i.test(attributes.get("style") ?? "");

/** Whether an element holds a signature. */
export function isSignature(element: ElementNode): boolean {
  const { attributes, tag } = element;
  const id = attributes.get("id");
  return (
    tag === "signature" || // Mailspring
    // "ydp3f2a91csignature" at Yahoo: the prefix differs in each mail.
    classesOf(element).some((name) => SIGNATURE_CLASSES.has(name) || /^ydp[0-9a-f]+(?:yahoo-)?signature$/.test(name)) ||
    has(SIGNATURE_IDS, id) ||
    /^(?:sig\d+|Zm-_Id_-Sgn\d*|bloop_sign_\d+)$/.test(id ?? "") || // Fastmail, Zoho, Airmail
    has(SIGNATURE_NAMES, attributes.get("name")) ||
    has(SIGNATURE_DATA_MARKERS, attributes.get("data-marker"))
  );
}

/** The part that starts at an element, for clients that mark only the start. */
export function startMark(element: ElementNode): "attribution" | "message" | "signature" | null {
  const { attributes } = element;
  const id = attributes.get("id");
  if (has(MESSAGE_IDS, id) || OUTLOOK_BORDER.test(attributes.get("style") ?? "")) return "message";
  if (id === "lineBreakAtBeginningOfSignature") return "signature"; // Apple
  return null;
}

/** Whether an element is an attribution: "On … wrote:" in a language we needn't know. */
export const isAttributionElement = (element: ElementNode) =>
  classesOf(element).some((name) => ATTRIBUTION_CLASSES.has(name)) ||
  has(ATTRIBUTION_IDS, element.attributes.get("id"));
