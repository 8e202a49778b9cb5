import type { Db } from "~/db/types";
import { isAgent, type Viewer } from "~/features/users/users";
import { learnDeskZone } from "~/lib/desk-zone.server";
import { type Catalogue, isTypeSentTo, SHIPPED, setCatalogue } from "./tasks";

/*
 * This process's cache of statuses and types. Every task needs them and they rarely change. They are read once, and
 * again when the version in the session (auth/session-queries) differs.
 */

let known = 0; // version 0: the shipped catalogue
let sent: { agents: string; requesters: string } | null = null;

/** Loads the catalogue unless this version is already loaded. May load a later one. */
export async function loadCatalogue(db: Db, version: number): Promise<void> {
  if (version === known) return;
  // Read the version first: if the catalogue changes in between, the version is too old and the next request reads
  // again.
  const { version: current } = await db.selectFrom("catalogue").select("version").executeTakeFirstOrThrow();
  if (current === 0) return resetCatalogue();
  const catalogue = await readAll(db);
  setCatalogue(catalogue);
  known = current;
  sent = { agents: catalogueJson(true, catalogue), requesters: catalogueJson(false, catalogue) };
}

/** Resets to the shipped catalogue. */
export function resetCatalogue() {
  setCatalogue(SHIPPED);
  known = 0;
  sent = null;
}

/** Loads the catalogue and the desk's time zone for requests without a session. */
export async function readCatalogue(db: Db): Promise<void> {
  const row = await db.selectFrom("catalogue").select(["version", "time_zone"]).executeTakeFirstOrThrow();
  learnDeskZone(row.time_zone);
  await loadCatalogue(db, row.version);
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

/** Browsers get no former names. Requesters get their own status names, and only the types they may choose. */
function catalogueJson(agents: boolean, { statuses, types }: Catalogue): string {
  return JSON.stringify({
    statuses: statuses.map(({ formerNames: _, ...status }) =>
      agents ? status : { ...status, name: status.requesterName },
    ),
    types: types.filter((type) => isTypeSentTo(agents, type)),
  } satisfies Catalogue);
}

/** The catalogue to send to this viewer's browser; null while it is the shipped one, which the browser has. */
export const catalogueFor = (viewer: Pick<Viewer, "role">): { catalogue: string } | null =>
  sent && { catalogue: isAgent(viewer) ? sent.agents : sent.requesters };
