import { sql } from "kysely";
import type { Db } from "~/db/types";
import { short } from "~/features/search/query-rules";
import { suggestTags } from "~/features/tasks/suggest-tags.server";
import { isTagPattern } from "~/features/tasks/task-address";
import type { FilterTexts } from "~/features/tasks/task-filters";
import { hasWords } from "~/features/users/people-words.server";
import { personBeginnings } from "~/features/users/user-keys";
import { isAgent, type Viewer } from "~/features/users/user-words";

/**
 * Says of an empty list whose filters are nobody's name, or no task's tag: that it is empty looks like an answer. For those
 * who work on tasks, as far as they do.
 */
export async function unknownFilters(db: Db, viewer: Viewer, { requester, tag }: FilterTexts): Promise<string[]> {
  if (!isAgent(viewer)) return [];
  const beginnings = requester === "me" ? [] : personBeginnings(requester);
  let query = db.selectFrom("user").select("id").limit(1);
  for (const beginning of beginnings) query = query.where(hasWords(sql.ref("user.id"), beginning));
  const [known, tags] = await Promise.all([
    beginnings.length === 0 || query.executeTakeFirst(),
    tag === "" || isTagPattern(tag) ? null : suggestTags(db, viewer, tag),
  ]);
  return [
    ...(known ? [] : [`Nobody is called “${short(requester)}”.`]),
    ...(!tags || tags.some(({ value }) => value === tag)
      ? []
      : [`No task that you work on has the tag “${short(tag)}”.`]),
  ];
}
