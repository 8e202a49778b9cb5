import { forUpdate } from "~/db/locks.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { PAGE_ROWS } from "~/lib/page-rows";
import type { Viewer } from "./user-words";

/**
 * holdReplies  a reply waits once when somebody else's message has arrived while it was written
 * rows         how many tasks a page of a list has
 * columns      of a list of tasks, by the key of its view, those that were chosen; empty for lists without a view
 * pins         the keys of the views in the sidebar, in their order
 */
export type PersonalPreferences = {
  holdReplies: boolean;
  rows: number;
  columns: Record<string, string[]>;
  pins: string[];
};

/** What holds for whoever has chosen nothing. */
const DEFAULTS: PersonalPreferences = { holdReplies: true, rows: PAGE_ROWS, columns: {}, pins: [] };

const read = (stored: string | undefined): PersonalPreferences =>
  stored === undefined ? DEFAULTS : { ...DEFAULTS, ...(JSON.parse(stored) as Partial<PersonalPreferences>) };

/** What somebody has chosen, as their session brought it along. */
export const preferencesOf = ({ preferences }: Pick<Viewer, "preferences">) => read(preferences);

export async function readPreferences(db: Db, viewer: Pick<Viewer, "id">): Promise<PersonalPreferences> {
  const { preferences } = await db
    .selectFrom("user")
    .select("preferences")
    .where("id", "=", viewer.id)
    .executeTakeFirstOrThrow();
  return read(preferences);
}

/** Everybody chooses for themselves alone; what is not among the chosen stays as it is. */
export async function savePreferences(
  db: Db,
  { id }: Pick<Viewer, "id">,
  chosen: Partial<PersonalPreferences> | ((before: PersonalPreferences) => Partial<PersonalPreferences>),
  now: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await forUpdate(
      tx,
      tx.selectFrom("user").select("preferences").where("id", "=", id),
    ).executeTakeFirstOrThrow();
    const changes = typeof chosen === "function" ? chosen(read(row.preferences)) : chosen;
    const preferences = JSON.stringify({ ...JSON.parse(row.preferences), ...changes });
    await tx.updateTable("user").set({ preferences, updated_at: now }).where("id", "=", id).execute();
  });
}
