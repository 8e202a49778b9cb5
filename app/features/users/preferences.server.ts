import type { Db } from "~/db/types";
import type { Viewer } from "./user-words";

/** holdReplies: a reply waits once when somebody else's message has arrived while it was written */
export type PersonalPreferences = { holdReplies: boolean };

/** What holds for whoever has chosen nothing. */
const DEFAULTS: PersonalPreferences = { holdReplies: true };

export async function readPreferences(db: Db, viewer: Pick<Viewer, "id">): Promise<PersonalPreferences> {
  const { preferences } = await db
    .selectFrom("user")
    .select("preferences")
    .where("id", "=", viewer.id)
    .executeTakeFirstOrThrow();
  return { ...DEFAULTS, ...(JSON.parse(preferences) as Partial<PersonalPreferences>) };
}

/** Everybody chooses for themselves alone. */
export async function savePreferences(
  db: Db,
  viewer: Pick<Viewer, "id">,
  chosen: PersonalPreferences,
  now: number,
): Promise<void> {
  await db
    .updateTable("user")
    .set({ preferences: JSON.stringify(chosen), updated_at: now })
    .where("id", "=", viewer.id)
    .execute();
}
