import { type ElementNode, isElement, rebuild } from "./html-tree";

const SHOWN = /^(?:img|hr)$/;
/** Elements that may be empty: a table keeps its columns. */
const KEPT = /^(?:br|td|th|col)$/;

/** Removes elements that show nothing, and blank lines at both ends. Blank lines in between stay. */
export function trimHtml(root: ElementNode): ElementNode {
  const shown = new Set<ElementNode>();
  rebuild(root, (element) => {
    const isShown =
      SHOWN.test(element.tag) ||
      element.children.some((child) => (isElement(child) ? shown.has(child) : /\S/.test(child.text)));
    if (isShown) shown.add(element);
    const isEmpty = element.children.length === 0 && !isShown && !KEPT.test(element.tag);
    return isEmpty ? [] : [element];
  });
  trimEnd(root, shown, "first");
  trimEnd(root, shown, "last");
  return root;
}

/** Removes invisible nodes at one end of an element, up to the first visible one. */
function trimEnd(element: ElementNode, shown: ReadonlySet<ElementNode>, end: "first" | "last") {
  const isBlank = (at: number) => {
    const node = element.children[at];
    return node !== undefined && (isElement(node) ? !shown.has(node) : !/\S/.test(node.text));
  };
  let [start, after] = [0, element.children.length];
  if (end === "first") while (start < after && isBlank(start)) start++;
  else while (after > start && isBlank(after - 1)) after--;
  element.children = element.children.slice(start, after);
  const outermost = end === "first" ? element.children[0] : element.children.at(-1);
  if (outermost && isElement(outermost) && !/^(?:tr|table|thead|tbody)$/.test(outermost.tag))
    trimEnd(outermost, shown, end);
}
