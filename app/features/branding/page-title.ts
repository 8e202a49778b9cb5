/** What the browser shows as the title: the page's own, then the site's name where there is one. */
export function pageTitle(title: string, siteName: string | null | undefined): string {
  return siteName ? `${title} | ${siteName}` : title;
}

/** For `meta` in a route: the title of the page, with the site's name that the root loader answered as `siteName`. */
export function titled(title: string, matches: readonly { id: string; data?: unknown }[]) {
  const root = matches.find((match) => match.id === "root")?.data;
  const siteName = root && typeof root === "object" && "siteName" in root ? root.siteName : null;
  return [{ title: pageTitle(title, typeof siteName === "string" ? siteName : null) }];
}
