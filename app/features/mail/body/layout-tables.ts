import { append, type ElementNode, elementsOf, isElement, newElement, rebuild, textOf } from "./html-tree";

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

/** The attributes of a cell that change what a table says. */
function withSpans(cell: ElementNode) {
  const spans = ["colspan", "rowspan"].flatMap((name) => {
    const value = /^\s*([1-9]\d?)\s*$/.exec(cell.attributes.get(name) ?? "")?.[1];
    return value && value !== "1" ? [[name, value] as const] : [];
  });
  cell.attributes = new Map(spans);
}

function asBlocks(table: ElementNode): ElementNode {
  for (const part of elementsOf(table)) {
    if (part.tag === "table") continue;
    if (isCell(part) || /^(?:tr|thead|tbody|tfoot|caption)$/.test(part.tag)) part.tag = "div";
  }
  const block = newElement("div");
  for (const child of table.children) append(block, child);
  return block;
}

/** Turns tables that only lay out a mail into blocks, one per cell. Tables of data stay. */
export function reduceTables(root: ElementNode): ElementNode {
  const reduced = new Set<ElementNode>();
  return rebuild(root, (element) => {
    if (element.tag !== "table") return [element];
    const holdsTable = [...elementsOf(element)].some((part) => part.tag === "table" || reduced.has(part));
    if (isData(element, holdsTable)) {
      for (const part of elementsOf(element)) if (isCell(part)) withSpans(part);
      return [element];
    }
    const block = asBlocks(element);
    reduced.add(block);
    return [block];
  });
}
