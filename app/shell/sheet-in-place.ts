const placed = new Map<string, { link: HTMLLinkElement; ready: Promise<void> }>();

/**
 * Puts a style sheet into the document, where it stays. Resolves when it applies, or cannot be had: a page without its
 * looks is better than none.
 *
 * The router adds the `links` of a page together with the page, whose first moment would be without them, and takes them
 * away with it.
 */
export function sheetInPlace(href: string): Promise<void> {
  const known = placed.get(href);
  if (known?.link.isConnected) return known.ready;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  const ready = new Promise<void>((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove(); // the next page tries again
      resolve();
    };
  });
  placed.set(href, { link, ready });
  document.head.append(link);
  return ready;
}
