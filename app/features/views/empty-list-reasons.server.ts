import { sql } from "kysely";
import type { Db } from "~/db/types";
import { type OtherStatuses, otherStatuses } from "~/features/search/conflicting-status.server";
import { short } from "~/features/search/query-rules";
import type { FilterTexts } from "~/features/task-list/task-filters";
import { isTagPattern } from "~/features/task-list/task-list-url";
import { suggestTags } from "~/features/tasks/suggest-tags.server";
import { hasWords, searchPrefixes } from "~/features/users/user-search-keys.server";
import { isAgent, type Viewer } from "~/features/users/users";
import type { NamedView } from "./views";
import * as say from "./views-copy";

/**
 * Likely reasons for an empty list, which would otherwise look like an answer.
 *
 * against  the query, or the view (`view`: its name) it comes from, conflicts with the status filter
 * unknown  messages about filters that match no person or no tag
 */
export type EmptyListReasons = { against: (OtherStatuses & { view: string | null }) | null; unknown: string[] };

export async function emptyListReasons(
  db: Db,
  viewer: Viewer,
  texts: FilterTexts,
  views: readonly Pick<NamedView, "name" | "query">[],
): Promise<EmptyListReasons> {
  const others = otherStatuses(texts.q, texts.status, isAgent(viewer));
  const view = views.find(({ query }) => query === texts.q)?.name ?? null;
  return { against: others && { ...others, view }, unknown: await unknownFilters(db, viewer, texts) };
}

/** For agents only, and only about tags of tasks they can access. */
async function unknownFilters(db: Db, viewer: Viewer, { requester, tag }: FilterTexts): Promise<string[]> {
  if (!isAgent(viewer)) return [];
  const beginnings = requester === "me" ? [] : searchPrefixes(requester);
  let query = db.selectFrom("user").select("id").limit(1);
  for (const beginning of beginnings) query = query.where(hasWords(sql.ref("user.id"), beginning));
  const [known, tags] = await Promise.all([
    beginnings.length === 0 || query.executeTakeFirst(),
    tag === "" || isTagPattern(tag) ? null : suggestTags(db, viewer, tag),
  ]);
  return [
    ...(known ? [] : [say.noPersonNamed(short(requester))]),
    ...(!tags || tags.some(({ value }) => value === tag) ? [] : [say.noTaskHasTheTag(short(tag))]),
  ];
}
