import { type ElementNode, isElement, rebuild, textOf } from "./html-tree";

const isCell = ({ tag }: ElementNode) => tag === "td" || tag === "th";

const childElements = (element: ElementNode) => element.children.filter(isElement);

function rowsOf(table: ElementNode): ElementNode[] {
  return childElements(table).flatMap((child) =>
    child.tag === "tr" ? [child] : childElements(child).filter(({ tag }) => tag === "tr"),
  );
}

const hasContent = (cell: ElementNode) =>
  /\S/.test(textOf(cell)) || childElements(cell).some(({ tag }) => tag === "img") || cell.tag === "th";

/** Whether a table shows data: two rows or more with two filled cells. Others only place things side by side. */
function isData(table: ElementNode, holdsTable: boolean): boolean {
  if (holdsTable || /^(?:presentation|none)$/i.test(table.attributes.get("role") ?? "")) return false;
  const rows = rowsOf(table).filter(
    (row) => childElements(row).filter((cell) => isCell(cell) && hasContent(cell)).length > 1,
  );
  return rows.length > 1;
}

/** Keeps the cell attributes that change a table's meaning. */
function withSpans(cell: ElementNode) {
  const spans = ["colspan", "rowspan"].flatMap((name) => {
    const value = /^\s*([1-9]\d?)\s*$/.exec(cell.attributes.get(name) ?? "")?.[1];
    return value && value !== "1" ? [[name, value] as const] : [];
  });
  cell.attributes = new Map(spans);
}

const PART = /^(?:tr|td|th|thead|tbody|tfoot|caption)$/;

/** Makes blocks of a table and its own parts. A table of data in one of its cells stays. */
function asBlocks(element: ElementNode): ElementNode {
  element.tag = "div";
  for (const child of childElements(element)) if (PART.test(child.tag)) asBlocks(child);
  return element;
}

/** Turns tables that only lay out a mail into blocks, one per cell. Tables of data stay. */
export function reduceTables(root: ElementNode): ElementNode {
  // Tables, and all elements around one: gathered from the leaves up, because searching each table takes too long.
  const holders = new Set<ElementNode>();
  return rebuild(root, (element) => {
    const holdsTable = childElements(element).some((child) => holders.has(child));
    if (holdsTable || element.tag === "table") holders.add(element);
    if (element.tag !== "table") return [element];
    if (!isData(element, holdsTable)) return [asBlocks(element)];
    for (const cell of rowsOf(element).flatMap(childElements)) if (isCell(cell)) withSpans(cell);
    return [element];
  });
}
