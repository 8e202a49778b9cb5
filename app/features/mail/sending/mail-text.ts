import { type ElementNode, type HtmlNode, isElement, textOf } from "../body/html-tree";

/**
 * The text part of an email: blocks separated by blank lines, lists and quotes with their usual markers, links with
 * their URL.
 */
export const mailText = (tree: ElementNode): string => blocksOf(tree).join("\n\n");

const LISTS = ["ul", "ol"];
const BLOCKS = [...LISTS, "p", "div", "h4", "h5", "h6", "blockquote", "pre", "table", "hr", "dl", "dt", "dd", "li"];

const isBlock = (node: HtmlNode): node is ElementNode => isElement(node) && BLOCKS.includes(node.tag);

function blocksOf(element: ElementNode): string[] {
  const blocks: string[] = [];
  let inline = "";
  function endParagraph() {
    const text = inline.replace(/ *\n */g, "\n").trim();
    if (text !== "") blocks.push(text);
    inline = "";
  }
  for (const child of element.children) {
    if (!isBlock(child)) {
      inline += inlineText(child);
      continue;
    }
    endParagraph();
    blocks.push(...blockText(child));
  }
  endParagraph();
  return blocks;
}

function blockText(element: ElementNode): string[] {
  const { tag } = element;
  if (tag === "hr") return ["---"];
  if (tag === "pre") return [textOf(element).replace(/\n+$/, "")];
  if (LISTS.includes(tag)) return [listText(element)];
  if (tag === "table") return [rowsOf(element).join("\n")];
  const blocks = blocksOf(element);
  return tag === "blockquote" ? [withPrefix(blocks.join("\n\n"), "> ", "> ")] : blocks;
}

function listText({ tag, attributes, children }: ElementNode): string {
  const first = Number(attributes.get("start") ?? 1);
  const items = children.filter((child) => isElement(child) && child.tag === "li") as ElementNode[];
  return items
    .map((item, index) => {
      const mark = tag === "ol" ? `${first + index}. ` : "- ";
      return withPrefix(blocksOf(item).join("\n"), mark, " ".repeat(mark.length));
    })
    .join("\n");
}

const withPrefix = (text: string, first: string, others: string) =>
  text
    .split("\n")
    .map((line, index) => `${index === 0 ? first : others}${line}`.trimEnd())
    .join("\n");

function rowsOf(element: ElementNode): string[] {
  return element.children.filter(isElement).flatMap((child) => {
    if (child.tag !== "tr") return rowsOf(child);
    const cells = child.children.filter(isElement);
    return cells.map((cell) => blocksOf(cell).join(" ").replaceAll("\n", " ")).join(" | ");
  });
}

function inlineText(node: HtmlNode): string {
  if (!isElement(node)) return node.text.replace(/\s+/g, " ");
  if (node.tag === "br") return "\n";
  if (node.tag === "img") return `[${node.attributes.get("alt") ?? ""}]`;
  const text = node.children.map(inlineText).join("");
  const address = node.tag === "a" ? (node.attributes.get("href") ?? "") : "";
  return address === "" || address.replace(/^(?:mailto|tel):/, "") === text ? text : `${text} (${address})`;
}
