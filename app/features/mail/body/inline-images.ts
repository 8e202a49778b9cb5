import { escapeHtml } from "./html-tree";

const PLACEHOLDER = /<img data-cid="([^"]*)" alt="([^"]*)"([^<>]*)>/g;

const SIGNS: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };
const unescapeHtml = (text: string) => text.replace(/&(?:amp|lt|gt|quot);/g, (sign) => SIGNS[sign] ?? sign);

/** Replaces the placeholders of attached images by the URLs of their files. Those without a file become their alt text. */
export const withInlineImages = (html: string, urls: ReadonlyMap<string, string>) =>
  html.replace(PLACEHOLDER, (_, id: string, alt: string, rest: string) => {
    const url = urls.get(unescapeHtml(id));
    return url === undefined ? alt : `<img src="${escapeHtml(url)}" alt="${alt}" loading="lazy"${rest}>`;
  });
