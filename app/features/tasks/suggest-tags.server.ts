import type { Db } from "~/db/types";
import { isAgent, type Viewer } from "~/features/users/users";
import { cleanText } from "~/lib/text";
import type { Offer } from "~/ui/choice-list";
import { workableBy } from "./task-policy.server";

const MOST_OFFERED = 8;

/**
 * Tags with this prefix on tasks the viewer works on; null for requesters. One index seek per tag, however many tasks
 * have it.
 */
export async function suggestTags(db: Db, viewer: Viewer, words: string): Promise<Offer[] | null> {
  if (!isAgent(viewer)) return null;
  const beginning = cleanText(words).toLowerCase();
  if (beginning === "") return [];
  const offers: Offer[] = [];
  let after = "";
  while (offers.length < MOST_OFFERED) {
    const next = await db
      .selectFrom("task_tag")
      .innerJoin("task", "task.id", "task_tag.task_id")
      .select("task_tag.tag")
      .where("task_tag.tag", ">=", beginning)
      .where("task_tag.tag", "<", `${beginning}\u{10ffff}`)
      .where("task_tag.tag", ">", after)
      .where(workableBy(viewer))
      .orderBy("task_tag.tag")
      .limit(1)
      .executeTakeFirst();
    if (!next) break;
    after = next.tag;
    offers.push({ value: next.tag, label: next.tag });
  }
  return offers;
}
