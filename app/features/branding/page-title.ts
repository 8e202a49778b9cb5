import { isRouteErrorResponse } from "@remix-run/react";
import { describeError } from "~/ui/route-error";

export function pageTitle(title: string, siteName: string | null | undefined): string {
  return siteName ? `${title} | ${siteName}` : title;
}

/**
 * For `meta` in a route: the page title, with `siteName` from the root loader. On an error page, that page's title:
 * "404 - Page Not Found | Localhost". If the root itself failed, the error has the name.
 */
export function titled(title: string, matches: readonly { id: string; data?: unknown }[], error?: unknown) {
  const root = matches.find((match) => match.id === "root")?.data;
  const siteName = siteNameIn(root) ?? (isRouteErrorResponse(error) ? siteNameIn(error.data) : null);
  const own = error === undefined || error === null ? title : titleOfError(error); // null: no error
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
