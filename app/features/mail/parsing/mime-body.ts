import { escapeHtml } from "../body/html-tree";
import { charsetOf, decodeText } from "./charset";
import { unwrapFlowed } from "./flowed-text";
import { leavesOf, type MimePart } from "./mime-parts";
import { MAX_TEXT_BYTES } from "./parse-limits";
import { type PartDetails, partBytes } from "./read-part";

/** A stretch of the body in one or both forms. */
type Block = { text: string | null; html: string | null };

/** The body of an email, and the parts it was made of: all others are files. */
export type MimeBody = { text: string | null; html: string | null; parts: ReadonlySet<MimePart> };

export async function readMimeBody(
  source: Buffer,
  root: MimePart,
  details: ReadonlyMap<MimePart, PartDetails>,
): Promise<MimeBody> {
  const parts = new Set<MimePart>();
  const first = leavesOf(root)[0];
  let room = MAX_TEXT_BYTES;

  async function blocksOf(part: MimePart): Promise<Block[]> {
    if (part.children.length === 0) return isBody(part) ? [await readLeaf(part)] : [];
    const ofChildren: Block[][] = [];
    for (const child of part.children) ofChildren.push(await blocksOf(child));
    return part.type === "multipart/alternative" ? [alternative(ofChildren)] : ofChildren.flat();
  }

  function isBody(part: MimePart): boolean {
    const known = details.get(part);
    if (part.type.startsWith("multipart/")) return part === root; // none of its delimiters was found
    if (!known || (part.type !== "text/plain" && part.type !== "text/html")) return false;
    if (known.disposition === "attachment") return false;
    if (part.parent?.type === "multipart/related" && part.parent.children[0] !== part) return false;
    // Apple Mail marks attached text files as inline.
    return known.fileName === "" || part === first;
  }

  async function readLeaf(part: MimePart): Promise<Block> {
    parts.add(part);
    const { charset = "", flowed = false, delSp = false } = details.get(part) ?? {};
    const bytes = partBytes(source, part).subarray(0, room);
    room -= bytes.length;
    const isHtml = part.type === "text/html";
    const decoded = await decodeText(bytes, charsetOf(bytes, charset, isHtml));
    if (isHtml) return { text: null, html: decoded };
    return { text: flowed ? unwrapFlowed(decoded, delSp) : decoded, html: null };
  }

  const blocks = await blocksOf(root);
  const texts = blocks.flatMap(({ text }) => (text === null ? [] : [text]));
  return { text: texts.length > 0 ? joinTexts(texts) : null, html: joinHtml(blocks), parts };
}

/** Of several forms of the same, the plain one that comes first and the HTML that comes last (RFC 2046, 5.1.4). */
function alternative(forms: Block[][]): Block {
  const plain = forms.find((blocks) => blocks.some(({ text }) => text !== null)) ?? [];
  const rich = forms.findLast((blocks) => blocks.some(({ html }) => html !== null)) ?? [];
  const texts = plain.flatMap(({ text }) => (text === null ? [] : [text]));
  return { text: texts.length > 0 ? joinTexts(texts) : null, html: joinHtml(rich) };
}

const joinTexts = (texts: string[]) => texts.join("\n");

/** HTML of a body with at least one HTML part; plain parts beside it, such as the footer of a list, are put into it. */
function joinHtml(blocks: Block[]): string | null {
  if (blocks.every(({ html }) => html === null)) return null;
  return blocks.map(({ text, html }) => html ?? asHtml(text ?? "")).join("<br>\n");
}

const asHtml = (text: string) => `<div>${escapeHtml(text.trim()).replaceAll("\n", "<br>\n")}</div>`;
