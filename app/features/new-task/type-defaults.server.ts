import { sql } from "kysely";
import type { Db } from "~/db/types";
import { priorityOf } from "~/features/tasks/tasks";
import { isAgent, type Viewer } from "~/features/users/users";

/* How the new-task form offers a type, and the type's defaults. */

const offered = (db: Db) =>
  db
    .selectFrom("task_type")
    .selectAll()
    .where("enabled", "=", 1)
    .where("deleted_at", "is", null)
    .orderBy("position")
    .orderBy("key")
    .execute();

/** Types the viewer may choose, and the one that the URL names with its templates. */
export async function offerTypes(db: Db, viewer: Viewer, asked: string | null) {
  const works = isAgent(viewer);
  const rows = (await offered(db)).filter((row) => works || row.portal_visible === 1);
  const chosen = rows.find(({ key }) => key === asked);
  return {
    types: rows.map(({ key, name, description, icon, requester_sets_priority }) => ({
      key,
      name,
      description: works ? "" : description,
      icon,
      /** Whether requesters set the priority. */
      asksPriority: requester_sets_priority === 1,
    })),
    chosen: chosen ? { type: chosen.key, title: chosen.title_template, body: chosen.body_template } : null,
    /** Whether some type sets a default team or priority, so the form offers to use it. */
    decides: works && rows.some(({ team_id, priority }) => team_id !== null || priority !== null),
  };
}

export type OfferedTypes = Awaited<ReturnType<typeof offerTypes>>;
export type OfferedType = OfferedTypes["types"][number];

/** `team` 0: the default. */
const rules = (db: Db, v: { key: string; team: number; viewerId: number }) =>
  db
    .selectFrom("team as usual")
    .leftJoin("task_type", (join) => join.on("task_type.key", "=", v.key))
    .leftJoin("team as named", (join) =>
      join.onRef("named.id", "=", "task_type.team_id").on("named.archived_at", "is", null),
    )
    .leftJoin("team", (join) =>
      join
        .on("team.id", "=", sql<number>`coalesce(nullif(cast(${v.team} as integer), 0), named.id, usual.id)`)
        .on("team.archived_at", "is", null),
    )
    .select(["usual.id as usual", "named.id as named", "task_type.priority", "task_type.requester_sets_priority"])
    .select("team.assignment")
    .select((eb) => [
      eb.exists(eb.selectFrom("custom_field").select("key").where("enabled", "=", 1)).as("has_fields"),
      eb
        .exists(
          eb
            .selectFrom("draft")
            .select("id")
            .where("user_id", "=", v.viewerId)
            .where("task_id", "is", null)
            .where("kind", "=", "task"),
        )
        .as("has_drafts"),
    ])
    .where("usual.is_default", "=", 1)
    .execute();

/** Defaults for a new task, with other facts needed to create it. `team`: the chosen one, if any. */
export async function newTaskRules(
  db: Db,
  viewer: Pick<Viewer, "id">,
  { type: key, team }: { type: string; team?: number | undefined },
) {
  const [row] = await rules(db, { key, team: team ?? 0, viewerId: viewer.id });
  if (!row) throw new Error("There is no default team.");
  return {
    /** The type's team, or the default team if it has none or its team is archived. */
    team: row.named ?? row.usual,
    /** Null if the type sets none. */
    priority: row.priority === null ? null : priorityOf(row.priority).key,
    /** Whether requesters set the priority. */
    asksPriority: row.requester_sets_priority === 1,
    /** Whether the chosen or default team takes new tasks. */
    hasTeam: row.assignment !== null,
    /** Whether that team assigns its tasks manually. */
    byHand: row.assignment === "manual",
    hasFields: Boolean(row.has_fields),
    /** Whether the viewer has a draft of a new task, even a recently deleted one. */
    hasDrafts: Boolean(row.has_drafts),
  };
}

export type NewTaskRules = Awaited<ReturnType<typeof newTaskRules>>;
