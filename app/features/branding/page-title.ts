import { isRouteErrorResponse } from "@remix-run/react";
import { describeError } from "~/ui/route-error";

/** What the browser shows as the title: the page's own, then the site's name where there is one. */
export function pageTitle(title: string, siteName: string | null | undefined): string {
  return siteName ? `${title} | ${siteName}` : title;
}

/**
 * For `meta` in a route: the title of the page, with the site's name that the root loader answered as `siteName`.
 * Where the route shows its error page instead, the title is that page's: "404 - Page Not Found | Localhost". When it was the
 * root that failed, the error brings the name.
 */
export function titled(title: string, matches: readonly { id: string; data?: unknown }[], error?: unknown) {
  const root = matches.find((match) => match.id === "root")?.data;
  const siteName = siteNameIn(root) ?? (isRouteErrorResponse(error) ? siteNameIn(error.data) : null);
  const own = error === undefined || error === null ? title : titleOfError(error); // null: there was none
  return [{ title: pageTitle(own, siteName) }];
}

function siteNameIn(data: unknown): string | null {
  const found = data && typeof data === "object" && "siteName" in data ? data.siteName : null;
  return typeof found === "string" ? found : null;
}

function titleOfError(error: unknown): string {
  const { status, title } = describeError(error);
  return `${status} - ${title}`;
}
