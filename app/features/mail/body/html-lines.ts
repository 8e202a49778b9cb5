import { isAttributionElement, isCitation, isIndent, isQuoteContainer, isSignature, startMark } from "./client-markers";
import { type ElementNode, type HtmlNode, isBlock, isElement } from "./html-tree";
import { DELIMITER, type Line, RULE, withSingleSpaces } from "./line";
import { splitQuoteSigns } from "./quote-signs";

/** The properties a line gets from the elements around it. */
type Surroundings = Pick<Line, "depth" | "isCited" | "container" | "signature"> & { isAttribution: boolean };

/** Lists the lines of a prepared tree that have text, a picture or a rule. */
export function htmlLines(root: ElementNode): Line<HtmlNode>[] {
  const lines: Line<HtmlNode>[] = [];
  let pieces: string[] = [];
  let place: HtmlNode | null = null;
  let mark: Line["mark"] = null;
  let around: Surroundings = { depth: 0, isCited: false, container: null, signature: null, isAttribution: false };
  let blanks = 0;

  function endLine(isRule = false) {
    if (!place) {
      pieces = [];
      return;
    }
    const raw = pieces.join("");
    const trimmed = withSingleSpaces(raw);
    // A plain-text converter may have left `>` signs in. They count as a citation only after an attribution.
    const signs = splitQuoteSigns(trimmed);
    lines.push({
      place,
      text: signs.text,
      depth: around.depth + signs.depth,
      isCited: around.isCited,
      afterGap: blanks > 1,
      isRule: isRule || RULE.test(trimmed),
      isDelimiter: DELIMITER.test(raw.replace(/^\s+|\n/g, "")),
      container: around.container,
      signature: around.signature,
      mark: mark ?? (around.isAttribution ? "attribution" : null),
    });
    [pieces, place, mark, blanks] = [[], null, null, 0];
  }

  function visitElement(element: ElementNode) {
    const { tag } = element;
    const outside = around;
    const isLine = isBlock(element);
    if (isLine || tag === "br") endLine();
    mark = startMark(element) ?? mark;
    if (tag === "br") {
      blanks++;
      return;
    }
    if (tag === "img") {
      place ??= element;
      return;
    }
    if (tag === "hr") {
      place = element;
      return endLine(true);
    }
    if (tag === "blockquote" && !isIndent(element)) {
      around = { ...around, depth: around.depth + 1, isCited: around.isCited || isCitation(element) };
    }
    if (isQuoteContainer(element)) around = { ...around, container: around.container ?? element };
    if (isSignature(element)) around = { ...around, signature: around.signature ?? element };
    if (isAttributionElement(element)) around = { ...around, isAttribution: true };
    // A line belongs to the elements around its start.
    if (around !== outside) endLineWith(outside);
    element.children.forEach(visit);
    if (isLine || around !== outside) endLine();
    around = outside;
    if (tag === "td" || tag === "th") pieces.push(" ");
  }

  function endLineWith(surroundings: Surroundings) {
    const inside = around;
    around = surroundings;
    endLine();
    around = inside;
  }

  function visit(node: HtmlNode) {
    if (isElement(node)) return visitElement(node);
    if (/\S/.test(node.text)) place ??= node;
    pieces.push(node.text);
    // Only `<pre>` has text nodes that end in a line break on purpose; elsewhere one more line does no harm there.
    if (node.parent && isPreformatted(node.parent) && node.text.endsWith("\n")) endLine();
  }

  root.children.forEach(visit);
  endLine();
  return lines;
}

function isPreformatted(element: ElementNode | null): boolean {
  for (let at = element; at; at = at.parent) if (at.tag === "pre") return true;
  return false;
}
