import { sql } from "kysely";
import type { Db } from "~/db/types";
import { type OtherStatuses, otherStatuses } from "~/features/search/conflicting-status.server";
import { short } from "~/features/search/query-rules";
import { isTagPattern } from "~/features/task-list/task-address";
import type { FilterTexts } from "~/features/task-list/task-filters";
import { suggestTags } from "~/features/tasks/suggest-tags.server";
import { hasWords, searchPrefixes } from "~/features/users/user-keys.server";
import { isAgent, type Viewer } from "~/features/users/users";
import type { NamedView } from "./views";
import * as say from "./views-copy";

/**
 * What may be wrong with the question where a list is empty, which looks like an answer.
 *
 * against  what is written, or the view it is of (`view`, its name), is about tasks of another status than the filter
 * unknown  sentences on filters that are nobody's name, or no task's tag
 */
export type WhyNothing = { against: (OtherStatuses & { view: string | null }) | null; unknown: string[] };

export async function emptyListReasons(
  db: Db,
  viewer: Viewer,
  texts: FilterTexts,
  views: readonly Pick<NamedView, "name" | "query">[],
): Promise<WhyNothing> {
  const others = otherStatuses(texts.q, texts.status, isAgent(viewer));
  const view = views.find(({ query }) => query === texts.q)?.name ?? null;
  return { against: others && { ...others, view }, unknown: await unknownFilters(db, viewer, texts) };
}

/** For those who work on tasks, as far as they do. */
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
    ...(known ? [] : [say.nobodyIsCalled(short(requester))]),
    ...(!tags || tags.some(({ value }) => value === tag) ? [] : [say.noTaskHasTheTag(short(tag))]),
  ];
}
