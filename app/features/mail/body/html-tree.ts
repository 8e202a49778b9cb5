/** A run of text, entities decoded. */
export type TextNode = { text: string; parent: ElementNode };

/** An element: name and attribute names in lower case, attribute values decoded. */
export type ElementNode = {
  tag: string;
  attributes: ReadonlyMap<string, string>;
  children: HtmlNode[];
  /** Null for the root. */
  parent: ElementNode | null;
};

export type HtmlNode = TextNode | ElementNode;

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

export const isElement = (node: HtmlNode): node is ElementNode => "tag" in node;

/** Creates an element that isn't in a tree yet. */
export const newElement = (tag: string, attributes = NO_ATTRIBUTES): ElementNode => ({
  tag,
  attributes,
  children: [],
  parent: null,
});

/** Appends a node and sets its parent. */
export function append(parent: ElementNode, node: HtmlNode) {
  node.parent = parent;
  parent.children.push(node);
}

/** Appends a run of text. */
export function appendText(parent: ElementNode, text: string) {
  parent.children.push({ text, parent });
}

/**
 * Rebuilds a tree from the leaves up. `change` gets each element with its new children and returns its replacement.
 * Recursion is safe here and below: `parseHtml` limits the depth.
 */
export function rebuild(element: ElementNode, change: (element: ElementNode) => HtmlNode[]): ElementNode {
  const children = element.children;
  element.children = [];
  for (const child of children) {
    const kept = isElement(child) ? change(rebuild(child, change)) : [child];
    for (const node of kept) append(element, node);
  }
  return element;
}

/** Lists all elements in document order. */
export function elementsOf(parent: ElementNode, found: ElementNode[] = []): ElementNode[] {
  for (const child of parent.children) {
    if (!isElement(child)) continue;
    found.push(child);
    elementsOf(child, found);
  }
  return found;
}

/** Joins the text below an element, without regard to lines. */
export function textOf(element: ElementNode): string {
  return element.children.map((child) => (isElement(child) ? textOf(child) : child.text)).join("");
}

/** Elements that start and end a line. */
const BLOCKS = new Set([
  ..."address|article|aside|blockquote|body|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h1|h2|h3".split(
    "|",
  ),
  ..."h4|h5|h6|header|hr|html|li|main|menu|nav|ol|p|pre|section|summary|table|caption|thead|tbody|tfoot|tr|ul".split(
    "|",
  ),
]);

export const isBlock = ({ tag }: ElementNode) => BLOCKS.has(tag);

const VOID = new Set(["br", "hr", "img", "wbr", "col"]);

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text for HTML, in attributes too. */
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** Writes the children of an element as HTML. */
export function writeHtml(parent: ElementNode): string {
  const pieces: string[] = [];
  function write(node: HtmlNode) {
    if (!isElement(node)) return pieces.push(escapeHtml(node.text));
    pieces.push(`<${node.tag}`);
    for (const [name, value] of node.attributes) pieces.push(` ${name}="${escapeHtml(value)}"`);
    pieces.push(">");
    node.children.forEach(write);
    if (!VOID.has(node.tag)) pieces.push(`</${node.tag}>`);
  }
  parent.children.forEach(write);
  return pieces.join("");
}

/** Splits a tree before a node. Elements around the node are in both parts. */
export function splitBefore(node: HtmlNode): { before: ElementNode; after: ElementNode } {
  let [at, after]: [HtmlNode, HtmlNode | null] = [node, null];
  for (;;) {
    const parent: ElementNode | null = at.parent;
    if (!parent) return { before: at as ElementNode, after: after as ElementNode };
    const index = parent.children.indexOf(at);
    // From the second level up, the part before the node stays where it is, and a copy takes the part after it.
    const copy = newElement(parent.tag, parent.attributes);
    if (after) append(copy, after);
    for (const moved of parent.children.splice(after ? index + 1 : index)) append(copy, moved);
    [at, after] = [parent, copy];
  }
}
