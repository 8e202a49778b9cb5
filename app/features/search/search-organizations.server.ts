import type { Db } from "~/db/types";
import { type ListedOrganization, listOrganizations } from "~/features/organizations/organization-read.server";
import { isAgent, type Viewer } from "~/features/users/user-words";
import { itemsOf } from "./query-ast";
import { parseQuery } from "./query-language";

/**
 * Organizations whose name or domain has all words of a query that is nothing but words. For agents: requesters do not
 * search organizations.
 */
export async function searchOrganizations(
  db: Db,
  viewer: Viewer,
  text: string,
  limit: number,
): Promise<ListedOrganization[]> {
  const parsed = parseQuery(text);
  if (!isAgent(viewer) || !parsed.ok) return [];
  const terms = itemsOf(parsed.query);
  const words = terms.flatMap((term) => (term.kind === "text" ? term.text : []));
  if (words.length === 0 || words.length < terms.length) return [];
  return (await listOrganizations(db, { search: words.join(" ") }, null, limit)).organizations;
}
