import { sql } from "kysely";
import type { Db } from "~/db/types";
import { type PriorityKey, priorityOf } from "~/features/tasks/tasks";
import { isAgent, type Viewer } from "~/features/users/users";

/* What a type says about tasks that are to be: how it is offered, and what holds unless somebody chooses otherwise. */

const offered = (db: Db) =>
  db
    .selectFrom("task_type")
    .selectAll()
    .where("enabled", "=", 1)
    .where("deleted_at", "is", null)
    .orderBy("position")
    .orderBy("key")
    .execute();

/** A type as the form of a new task offers it. */
export type OfferedType = {
  key: string;
  name: string;
  description: string;
  icon: string;
  /** Whether requesters say how urgent it is. */
  asksPriority: boolean;
};

/** The types somebody may choose from, and the one that an address asks for with what its form begins with. */
export async function offerTypes(db: Db, viewer: Viewer, asked: string | null) {
  const works = isAgent(viewer);
  const rows = (await offered(db)).filter((row) => works || row.portal_visible === 1);
  const chosen = rows.find(({ key }) => key === asked);
  return {
    types: rows.map(
      ({ key, name, description, icon, requester_sets_priority }): OfferedType => ({
        ...{ key, name, description: works ? "" : description, icon, asksPriority: requester_sets_priority === 1 },
      }),
    ),
    chosen: chosen ? { type: chosen.key, title: chosen.title_template, body: chosen.body_template } : null,
    /** Whether some type decides about team or priority: then it may be left to it. */
    decides: works && rows.some(({ team_id, priority }) => team_id !== null || priority !== null),
  };
}

export type OfferedTypes = Awaited<ReturnType<typeof offerTypes>>;

/** `team` 0 for the one that holds unless somebody chooses. */
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

/** What holds of a new task unless somebody chooses otherwise, and what else there is to ask before it is made. */
export type NewTaskRules = {
  /** The team that the type names, or the desk's: an archived one takes no new tasks. */
  team: number;
  /** Null where the type does not say. */
  priority: PriorityKey | null;
  /** Whether requesters say how urgent it is. */
  asksPriority: boolean;
  /** Whether the team it goes to, by choice or by the type, takes new tasks. */
  hasTeam: boolean;
  /** Whether that team hands its tasks out by hand. */
  byHand: boolean;
  /** Whether the desk has fields of its own in use. */
  hasFields: boolean;
  /** Whether whoever asks has begun a new task somewhere, or has thrown one away lately. */
  hasDrafts: boolean;
};

/** `team`: the one that was chosen for it, if one was. */
export async function newTaskRules(
  db: Db,
  viewer: Pick<Viewer, "id">,
  { type: key, team }: { type: string; team?: number | undefined },
): Promise<NewTaskRules> {
  const [row] = await rules(db, { key, team: team ?? 0, viewerId: viewer.id });
  if (!row) throw new Error("The desk has no team for what no type has a team for.");
  return {
    team: row.named ?? row.usual,
    priority: row.priority === null ? null : priorityOf(row.priority).key,
    asksPriority: row.requester_sets_priority === 1,
    hasTeam: row.assignment !== null,
    byHand: row.assignment === "manual",
    hasFields: Boolean(row.has_fields),
    hasDrafts: Boolean(row.has_drafts),
  };
}
