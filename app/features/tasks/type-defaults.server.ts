import { compiledOnce } from "~/db/compiled.server";
import type { Db } from "~/db/types";
import { isAgent, type Viewer } from "~/features/users/user-words";
import { type PriorityKey, priorityOf } from "./task-words";

/* What a type says about tasks that are to be: how it is offered, and what holds unless somebody chooses otherwise. */

const offered = compiledOnce((db) =>
  db
    .selectFrom("task_type")
    .selectAll()
    .where("enabled", "=", 1)
    .where("deleted_at", "is", null)
    .orderBy("position")
    .orderBy("key"),
);

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
  const rows = (await offered(db, {})).filter((row) => works || row.portal_visible === 1);
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

const defaults = compiledOnce((db, values: { key: string }) =>
  db
    .selectFrom("team as usual")
    .leftJoin("task_type", (join) => join.on("task_type.key", "=", values.key))
    .leftJoin("team", (join) => join.onRef("team.id", "=", "task_type.team_id").on("team.archived_at", "is", null))
    .select(["usual.id as usual", "team.id as team", "task_type.priority", "task_type.requester_sets_priority"])
    .where("usual.is_default", "=", 1),
);

/** What holds of a new task unless somebody chooses otherwise. */
export type TypeDefaults = {
  /** The team that the type names, or the desk's: an archived one takes no new tasks. */
  team: number;
  /** Null where the type does not say. */
  priority: PriorityKey | null;
  /** Whether requesters say how urgent it is. */
  asksPriority: boolean;
};

export async function typeDefaults(db: Db, key: string): Promise<TypeDefaults> {
  const [type] = await defaults(db, { key });
  if (!type) throw new Error("The desk has no team for what no type has a team for.");
  return {
    team: type.team ?? type.usual,
    priority: type.priority === null ? null : priorityOf(type.priority).key,
    asksPriority: type.requester_sets_priority === 1,
  };
}
