import type { Db } from "~/db/types";
import { effectInWords } from "~/features/history/change-in-words.server";
import type { Viewer } from "~/features/users/users";
import type { Flash } from "~/lib/flash";
import { bulkHref } from "./bulk";
import { bulkOf } from "./bulk-change.server";
import * as say from "./bulk-copy";
import { inWords, reasonsOf } from "./bulk-read.server";

/** Reasons a toast names; the bulk change's page has all of them. */
const MOST_REASONS = 2;

function typeOf(changed: number, reasons: readonly string[]): Flash["type"] {
  if (reasons.every((reason) => reason === say.noChangeNeeded)) return changed > 0 ? "success" : "info";
  return changed > 0 ? "warning" : "error";
}

type BulkToast = Pick<Flash, "type" | "text" | "action" | "link">;

/** The result of a bulk change as a toast with Undo; null while it is running. */
export async function bulkToast(db: Db, viewer: Viewer, id: number): Promise<BulkToast | null> {
  const bulk = await bulkOf(db, viewer, id).executeTakeFirst();
  if (!bulk || bulk.ended_at === null) return null;
  const { changed, skipped, undoes } = bulk;
  const reasons = skipped > 0 ? (await reasonsOf(db, id)).map(({ reason }) => reason) : [];
  const why = reasons.length > MOST_REASONS ? [...reasons.slice(0, MOST_REASONS), say.andOtherReasons] : reasons;
  const words = await inWords(db, bulk);
  const only = bulk.total === 1 ? await taskIn(db, id) : undefined;
  return {
    type: typeOf(changed, reasons),
    text: [textOf({ only, words, changed, skipped, why: why.join(" ") }), ...(await effectsOf(db, bulk))].join(" "),
    ...(bulk.total > 1 && { link: { label: say.details, href: bulkHref(id) } }),
    ...(changed > 0 &&
      undoes === null && { action: { label: say.undo, post: `${bulkHref(id)}/undo`, name: "back", value: bulk.back } }),
  };
}

/** Larger bulk changes don't say what they caused: it would take too long to look up. */
const MOST_WITH_EFFECTS = 100;

/** The side effects of a bulk change, as sentences: "Status: In progress." */
async function effectsOf(db: Db, { id, total, undoes }: { id: number; total: number; undoes: number | null }) {
  if (undoes !== null || total > MOST_WITH_EFFECTS) return [];
  const effects = await db
    .selectFrom("bulk_task")
    .innerJoin("event", (join) =>
      join
        .onRef("event.task_id", "=", "bulk_task.task_id")
        .onRef("event.change_set_id", "=", "bulk_task.change_set_id"),
    )
    .select(["event.field", "event.new_value"])
    .distinct()
    .where("bulk_task.bulk_id", "=", id)
    .where("event.actor_id", "is", null)
    .orderBy("event.field")
    .orderBy("event.new_value")
    .limit(MOST_REASONS)
    .execute();
  return effects.map((event) => `${effectInWords(event, Date.now())}.`);
}

const taskIn = async (db: Db, id: number) =>
  (await db.selectFrom("bulk_task").select("task_id").where("bulk_id", "=", id).executeTakeFirst())?.task_id;

type Result = { only: number | undefined; words: string; changed: number; skipped: number; why: string };

function textOf({ only, words, changed, skipped, why }: Result): string {
  if (only !== undefined) return changed > 0 ? say.changedOne(only, words) : say.skippedOne(only, why);
  return skipped > 0 ? say.changedAndSkipped(words, changed, skipped, why) : say.changedAll(words, changed);
}
