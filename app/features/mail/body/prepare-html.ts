import { append, appendText, type ElementNode, isElement, newElement } from "./html-tree";

/** More lines in one text than any mail shows. They'd cost a node each. */
const MOST_LINES = 20_000;

/** Matches hidden elements, such as the preview text of a newsletter that inboxes show beside the subject. */
const HIDDEN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const WHITE_SPACE = /(?:^|;)\s*white-space\s*:\s*(pre|normal|nowrap|break-spaces)/i;

const isHidden = ({ attributes }: ElementNode) =>
  attributes.has("hidden") || HIDDEN.test(attributes.get("style") ?? "");

const UNSHOWN = /^(?:script|style|title|textarea|iframe|noembed|noframes|meta|link|base)$/;

/** How line breaks in a text count: as blanks, as in `<pre>`, or as in an element whose style keeps them. */
type WhiteSpace = "collapsed" | "pre" | "kept";

function whiteSpaceOf({ tag, attributes }: ElementNode, inherited: WhiteSpace): WhiteSpace {
  if (tag === "pre") return "pre";
  const style = WHITE_SPACE.exec(attributes.get("style") ?? "")?.[1]?.toLowerCase();
  if (!style || inherited === "pre") return inherited;
  return style === "normal" || style === "nowrap" ? "collapsed" : "kept";
}

/**
 * Copies a tree without hidden elements. Text whose line breaks show gets a node per line, so that a mail can be split
 * between any two lines. Where a style kept the breaks, they become `<br>`, because styles are removed.
 */
export function prepareHtml(element: ElementNode, inherited: WhiteSpace = "collapsed"): ElementNode {
  const copy = newElement(element.tag, element.attributes);
  const whiteSpace = whiteSpaceOf(element, inherited);
  for (const child of element.children) {
    if (isElement(child)) {
      if (!UNSHOWN.test(child.tag) && !isHidden(child)) append(copy, prepareHtml(child, whiteSpace));
      continue;
    }
    const lines = whiteSpace === "collapsed" ? [] : child.text.split("\n");
    if (lines.length < 2 || lines.length > MOST_LINES) {
      appendText(copy, child.text);
      continue;
    }
    for (const [at, line] of lines.entries()) {
      const isLast = at === lines.length - 1;
      if (whiteSpace === "pre") {
        if (!isLast || line !== "") appendText(copy, isLast ? line : `${line}\n`);
        continue;
      }
      if (line !== "") appendText(copy, line);
      if (!isLast) append(copy, newElement("br"));
    }
  }
  return copy;
}
