import type { Db } from "~/db/types";
import { isAgent, type Viewer } from "~/features/users/users";
import { learnDeskZone } from "~/lib/desk-zone.server";
import { type Catalogue, isToldOf, learnCatalogue, SHIPPED } from "./tasks";

/*
 * Statuses and types as this process knows them. They change once in a year and are asked for at every task, so they are read
 * once, and anew when the version that comes with each session (auth/session-queries) is another one.
 */

let known = 0; // version 0 is what was shipped
let sent: { agents: string; requesters: string } | null = null;

/** Sees to it that statuses and types are those of this version, or a later one. */
export async function knowCatalogue(db: Db, version: number): Promise<void> {
  if (version === known) return;
  // The version first: of what is read after it, it is a version at most too old, and then it is read once more.
  const { version: current } = await db.selectFrom("catalogue").select("version").executeTakeFirstOrThrow();
  if (current === 0) return forgetCatalogue();
  const catalogue = await readAll(db);
  learnCatalogue(catalogue);
  known = current;
  sent = { agents: toldTo(true, catalogue), requesters: toldTo(false, catalogue) };
}

/** What a process begins with. */
export function forgetCatalogue() {
  learnCatalogue(SHIPPED);
  known = 0;
  sent = null;
}

/** The same, and the desk's time zone, when there is no session to read them from. */
export async function readCatalogue(db: Db): Promise<void> {
  const row = await db.selectFrom("catalogue").select(["version", "time_zone"]).executeTakeFirstOrThrow();
  learnDeskZone(row.time_zone);
  await knowCatalogue(db, row.version);
}

async function readAll(db: Db): Promise<Catalogue> {
  const called = await db.selectFrom("status").selectAll().orderBy("position").orderBy("key").execute();
  const kinds = await db
    .selectFrom("task_type")
    .selectAll()
    .where("deleted_at", "is", null)
    .orderBy("position")
    .orderBy("key")
    .execute();
  return {
    statuses: called.map(({ requester_name, is_default, enabled, ...row }) => ({
      ...{ key: row.key, name: row.name, requesterName: requester_name, category: row.category, awaits: row.awaits },
      ...{ isDefault: is_default === 1, colour: row.colour, enabled: enabled === 1 && row.deleted_at === null },
      formerNames: JSON.parse(row.former_names) as string[],
      ...(row.deleted_at !== null && { deleted: true as const }),
    })),
    types: kinds.map(({ key, name, portal_visible, enabled }) => ({
      ...{ key, name, portal: portal_visible === 1, enabled: enabled === 1 },
    })),
  };
}

/** Browsers know no history. Requesters are told their own words for statuses, and of no type that is not theirs to choose. */
function toldTo(agents: boolean, { statuses, types }: Catalogue): string {
  return JSON.stringify({
    statuses: statuses.map(({ formerNames: _, ...status }) =>
      agents ? status : { ...status, name: status.requesterName },
    ),
    types: types.filter((type) => isToldOf(agents, type)),
  } satisfies Catalogue);
}

/** What a page brings along for the browser of this person; nothing while that knows it anyway. */
export const catalogueFor = (viewer: Pick<Viewer, "role">): { catalogue: string } | null =>
  sent && { catalogue: isAgent(viewer) ? sent.agents : sent.requesters };
