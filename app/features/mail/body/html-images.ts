import { type ElementNode, elementsOf, type HtmlNode, newElement, rebuild } from "./html-tree";

const IN_STYLE = {
  width: /(?:^|[;\s])width\s*:\s*(\d{1,5})(?:\.\d+)?px/i,
  height: /(?:^|[;\s])height\s*:\s*(\d{1,5})(?:\.\d+)?px/i,
};

/** The size in a style or an attribute, in pixels; null if there's none. */
function sizeOf({ attributes }: ElementNode, side: "width" | "height"): number | null {
  const inStyle = IN_STYLE[side].exec(attributes.get("style") ?? "")?.[1];
  const size = inStyle ?? /^\s*(\d{1,5})(?:px|\s|$)/.exec(attributes.get(side) ?? "")?.[1];
  return size === undefined ? null : Number(size);
}

/** Invisible, so it's there to report who reads the mail, or to keep a distance. */
const isTrackingPixel = (image: ElementNode) =>
  [sizeOf(image, "width"), sizeOf(image, "height")].some((size) => size !== null && size <= 1);

/** The id that a `cid:` address names, decoded (RFC 2392). */
function contentIdOf(address: string): string {
  const id = address.slice("cid:".length).trim().replace(/^<|>$/g, "");
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

function remoteAddressOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.protocol === "https:" && url.username === "" && url.password === "" ? url.href : null;
}

/** A placeholder for an attached or remote image, the alt text of any other, nothing for a tracking pixel. */
function replacementOf(image: ElementNode, parent: ElementNode): HtmlNode[] {
  const address = image.attributes.get("src")?.trim() ?? "";
  const alt = image.attributes.get("alt")?.trim() ?? "";
  if (isTrackingPixel(image)) return [];
  const attributes = new Map<string, string>();
  const remote = remoteAddressOf(address);
  if (/^cid:./i.test(address)) attributes.set("data-cid", contentIdOf(address));
  else if (remote) attributes.set("data-remote-src", remote);
  else return alt === "" ? [] : [{ text: alt, parent }];
  attributes.set("alt", alt);
  for (const side of ["width", "height"] as const) {
    const size = sizeOf(image, side);
    if (size !== null) attributes.set(side, String(size));
  }
  return [newElement("img", attributes)];
}

/** Replaces images by placeholders, so that opening a mail loads nothing. */
export const replaceImages = (root: ElementNode) =>
  rebuild(root, (element) => (element.tag === "img" ? replacementOf(element, root) : [element]));

/** Lists the content ids of attached images, in the order of the text, each once. */
export function contentIdsIn(root: ElementNode): string[] {
  const ids = elementsOf(root).map(({ attributes }) => attributes.get("data-cid"));
  return [...new Set(ids.filter((id) => id !== undefined))];
}

/** Whether a tree has images that a reader can ask for. */
export const hasRemoteImages = (root: ElementNode) =>
  elementsOf(root).some(({ attributes }) => attributes.has("data-remote-src"));
