import type { Db } from "~/db/types";
import { actionsInWords } from "~/features/actions/apply-actions.server";
import { manageableTeams } from "~/features/records/scoped-records.server";
import { scopeName } from "~/features/records/sharing-scopes";
import { leadsTeam } from "~/features/tasks/team-access.server";
import { listTeams } from "~/features/tasks/team-and-requester.server";
import { mayPutAway, PUT_AWAY, type PutAway } from "~/features/trash/trash";
import { listAssignable } from "~/features/users/person-picker.server";
import type { Viewer } from "~/features/users/users";
import { isAllowed, listMacros, type Macro } from "./macros.server";
import * as say from "./macros-copy";

const actionChoices = async (db: Db) => ({
  agents: (await listAssignable(db)).map(({ id, name }) => ({ id, name })),
  teams: await listTeams(db),
});

export async function macroChoices(db: Db, viewer: Viewer) {
  const led = await manageableTeams(db, viewer);
  const puttingAway = mayPutAway(viewer, led.length > 0);
  return { ...(await actionChoices(db)), led, puttingAway, forEveryone: viewer.role === "admin" };
}

/** Choices when using a macro on a task of this team. */
export async function macroChoicesForTeam(db: Db, viewer: Viewer, teamId: number) {
  const puttingAway = mayPutAway(viewer, await leadsTeam(db, viewer.id, teamId));
  return { ...(await actionChoices(db)), puttingAway };
}

const KINDS = { reply: say.aReply, note: say.internalNote, none: null } as const;

/** A whole macro in words, one part per line. */
export const describeMacro = async (db: Db, macro: Macro) =>
  [macro.name, scopeName(macro), KINDS[macro.kind], macro.text, ...(await actionsInWords(db, macro.actions))]
    .filter(Boolean)
    .join("\n");

/** Macros this person may use, in words. Leaves out those whose trash or spam action isn't in `puttingAway`. */
export async function describeMacros(db: Db, viewer: Viewer, puttingAway: readonly PutAway[] = PUT_AWAY) {
  const macros = (await listMacros(db, viewer)).filter((macro) => isAllowed(macro, puttingAway));
  return Promise.all(
    macros.map(async (macro) => ({
      ...{ id: macro.id, name: macro.name, mayChange: macro.mayChange, who: scopeName(macro) },
      does: [KINDS[macro.kind], ...(await actionsInWords(db, macro.actions))]
        .filter((words) => words !== null)
        .join("; "),
    })),
  );
}
