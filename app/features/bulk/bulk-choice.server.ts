import type { Db } from "~/db/types";
import { isAllowed, listMacros, type Macro } from "~/features/macros/macros.server";
import { listTasksByNumber } from "~/features/task-list/listed-tasks.server";
import { accessScopesOf, type Hidden } from "~/features/tasks/task-policy.server";
import { listTeams } from "~/features/tasks/team-and-requester.server";
import { mayPutAway, mayUseTrash, PUT_AWAY } from "~/features/trash/trash";
import type { Viewer } from "~/features/users/users";
import type { ParsedList } from "~/features/views/parse-list-url.server";
import { describeReplies, type MenuChoices } from "./bulk";
import { countBulkTasks, countRequesters, leadsSomewhere, mostAtOnce } from "./bulk-change.server";
import * as say from "./bulk-copy";

/**
 * Choices for changing the selected tasks or their whole list.
 *
 * restores     the tasks are in trash or spam, so restoring is the only choice
 * mayRestore   whether the viewer may restore tasks of at least one team
 * chosen       the selected tasks
 * all          their whole list, with at most `most` + 1 tasks counted; null when it can't be read or changed as a whole
 * puttingAway  whether they may move tasks to trash, spam or both
 * replies      how many people a macro would write to, in words; empty if no macro writes
 */
export async function bulkChoice(db: Db, viewer: Viewer, ids: readonly number[], list: ParsedList) {
  const standing = await tasksOf(db, viewer, ids, []);
  const away = standing.length > 0 ? [] : await tasksOf(db, viewer, ids, [...PUT_AWAY]);
  if (away.length > 0) {
    const mayRestore = mayUseTrash(viewer, await leadsSomewhere(db, viewer));
    return { restores: true, mayRestore, chosen: away, all: null, macros: [], puttingAway: [], replies: "" };
  }
  const most = await mostAtOnce(db, viewer);
  const { asked } = list;
  const all = asked.ok ? { name: nameOf(list), count: await countBulkTasks(db, viewer, asked, most + 1), most } : null;
  const puttingAway = mayPutAway(viewer, await leadsSomewhere(db, viewer));
  const macros = (await listMacros(db, viewer)).filter((macro) => isAllowed(macro, puttingAway));
  let replies = "";
  if (macros.some(({ kind }) => kind === "reply")) {
    const ofChosen = await countRequesters(db, viewer, { ids: standing.map(({ id }) => id) }, most);
    const ofAll =
      asked.ok && all && all.count <= most ? await countRequesters(db, viewer, { list: asked }, most) : null;
    replies = describeReplies(ofChosen, ofAll);
  }
  return {
    restores: false,
    mayRestore: false,
    chosen: standing,
    all,
    puttingAway,
    replies,
    macros: macros.map(({ id, name, kind }) => ({ id, name: kind === "reply" ? say.macroReplies(name) : name })),
  };
}

/** Whether a macro writes to people or moves tasks to trash or spam: applied to several, it's confirmed on a page. */
export const asksFirst = ({ kind, actions }: Macro) => kind !== "none" || actions.putAway !== undefined;

/** Choices of the list's menus. Counts the tasks of `list` that the viewer may change; null for no count. */
export async function menuChoices(db: Db, viewer: Viewer, list: ParsedList | null): Promise<MenuChoices> {
  const most = await mostAtOnce(db, viewer);
  const puttingAway = mayPutAway(viewer, await leadsSomewhere(db, viewer));
  return {
    teams: (await listTeams(db)).map(({ id, name }) => ({ id, name })),
    macros: (await listMacros(db, viewer))
      .filter((macro) => isAllowed(macro, puttingAway))
      .map((macro) => ({ id: macro.id, name: macro.name, asksFirst: asksFirst(macro) })),
    all: list?.asked.ok ? { count: await countBulkTasks(db, viewer, list.asked, most + 1), most } : null,
  };
}

export type BulkChoice = Awaited<ReturnType<typeof bulkChoice>>;

const tasksOf = async (db: Db, viewer: Viewer, ids: readonly number[], hidden: Hidden[]) =>
  (await listTasksByNumber(db, viewer, await accessScopesOf(db, viewer, hidden), ids)).flatMap(
    ({ id, title, inner }) => (inner ? { id, title } : []),
  );

function nameOf({ view, texts }: ParsedList) {
  if (view) return say.allOfView(view.name);
  return Object.values(texts).some((text) => text !== "") ? say.allTasksInList : say.allOpenTasks;
}
