import type { Selectable } from "kysely";
import type { Database, Db } from "~/db/types";
import { actionsInWords } from "~/features/actions/apply-actions.server";
import { listTasksByNumber } from "~/features/task-list/listed-tasks.server";
import { nameOf } from "~/features/tasks/apply-fields.server";
import { accessScopesOf } from "~/features/tasks/task-policy.server";
import { isAgent, type Viewer } from "~/features/users/users";
import type { BulkWanted } from "./bulk";
import { bulkOf } from "./bulk-change.server";
import * as say from "./bulk-copy";
import { undoingOf, whyNotUndoBulk } from "./undo-bulk.server";

/** Tasks on one page of results. */
const ROWS = 100;

const LAST = 10;

export async function listBulkChanges(db: Db, viewer: Viewer) {
  if (!isAgent(viewer)) return [];
  const rows = await db
    .selectFrom("bulk_change")
    .selectAll()
    .where("actor_id", "=", viewer.id)
    .orderBy("id", "desc")
    .limit(LAST)
    .execute();
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      total: row.total,
      changed: row.changed,
      at: row.created_at,
      ended: row.ended_at !== null,
      words: await inWords(db, row),
    })),
  );
}

/** Cursor: the page starts after this task, within this outcome. */
type RowsAfter = { outcome: "changed" | "skipped"; taskId: number };

/** A bulk change with a page of results; null if the viewer may not see it. */
export async function readBulkChange(db: Db, viewer: Viewer, id: number, after: RowsAfter | null, now: number) {
  const row = await bulkOf(db, viewer, id).executeTakeFirst();
  if (!row) return null;
  const ended = row.ended_at !== null;
  const undone = await undoingOf(db, id);
  return {
    id,
    words: await inWords(db, row),
    by: row.actor_id === viewer.id ? null : await nameOf(db, row.actor_id),
    at: row.created_at,
    total: row.total,
    changed: row.changed,
    skipped: row.skipped,
    back: row.back,
    undoes: row.undoes,
    ended,
    cancelled: row.cancelled === 1,
    undone: undone?.id ?? null,
    mayUndo: ended && (await whyNotUndoBulk(db, viewer, row, now)) === null,
    reasons: ended ? await reasonsOf(db, id) : [],
    ...(ended ? await rowsOf(db, viewer, id, after) : { rows: [], hidden: 0, next: null }),
  };
}

export type ReadBulkChange = NonNullable<Awaited<ReturnType<typeof readBulkChange>>>;

/** Why tasks were skipped, most frequent reason first. */
export async function reasonsOf(db: Db, id: number) {
  const rows = await db
    .selectFrom("bulk_task")
    .select(["reason", ({ fn }) => fn.countAll<number | string>().as("count")])
    .where("bulk_id", "=", id)
    .where("outcome", "=", "skipped")
    .groupBy("reason")
    .orderBy("count", "desc")
    .orderBy("reason")
    .limit(20)
    .execute();
  return rows.map(({ reason, count }) => ({ reason: reason ?? "", count: Number(count) }));
}

/** Tasks with their results, skipped ones first. Tasks the viewer can no longer see are only counted. */
async function rowsOf(db: Db, viewer: Viewer, id: number, after: RowsAfter | null) {
  let query = db
    .selectFrom("bulk_task")
    .select(["task_id", "outcome", "reason"])
    .where("bulk_id", "=", id)
    .where("outcome", "is not", null)
    .orderBy("outcome", "desc")
    .orderBy("task_id")
    .limit(ROWS + 1);
  if (after) {
    const { outcome, taskId } = after;
    query = query.where((eb) =>
      eb.or([eb("outcome", "<", outcome), eb.and([eb("outcome", "=", outcome), eb("task_id", ">", taskId)])]),
    );
  }
  const found = await query.execute();
  const page = found.slice(0, ROWS);
  const sights = await accessScopesOf(db, viewer, ["spam", "trash"]);
  const numbers = page.map(({ task_id }) => task_id);
  const seen = await listTasksByNumber(db, viewer, sights, numbers);
  const titles = new Map(seen.map((task) => [task.id, task.title]));
  const last = page.at(-1);
  return {
    rows: page.flatMap(({ task_id, outcome, reason }) => {
      const title = titles.get(task_id);
      return title === undefined ? [] : [{ id: task_id, title, changed: outcome === "changed", reason }];
    }),
    hidden: page.length - titles.size,
    next: last && found.length > ROWS ? `${last.outcome}-${last.task_id}` : null,
  };
}

/** A bulk change in words: "Status: Resolved; Assignee: Unassigned". */
export async function inWords(db: Db, { wanted, undoes }: Selectable<Database["bulk_change"]>): Promise<string> {
  if (undoes !== null) {
    const undone = await db.selectFrom("bulk_change").selectAll().where("id", "=", undoes).executeTakeFirst();
    return undone ? say.undoOf(await inWords(db, undone)) : say.undoOfOldChange;
  }
  const { macro, text: _, ...actions } = JSON.parse(wanted) as BulkWanted;
  const said = [...(macro === undefined ? [] : [say.macroNamed(macro)]), ...(await actionsInWords(db, actions))];
  return said.join("; ");
}
