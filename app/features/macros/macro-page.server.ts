import type { Db } from "~/db/types";
import { actionsInWords } from "~/features/tasks/actions/actions-in-words.server";
import { listTeams } from "~/features/tasks/task-create.server";
import { listAssignable } from "~/features/users/people-fields.server";
import type { Viewer } from "~/features/users/user-words";
import { ledBy } from "~/features/views/views.server";
import { listMacros, type Macro } from "./macros.server";
import * as say from "./macros-texts";

/** What the form of a macro offers. */
export const macroChoices = async (db: Db, viewer: Viewer) => ({
  agents: (await listAssignable(db)).map(({ id, name }) => ({ id, name })),
  teams: await listTeams(db),
  led: await ledBy(db, viewer),
  forEveryone: viewer.role === "admin",
});

const KINDS = { reply: say.aReply, note: say.internalNote, none: null } as const;

const scopeInWords = ({ scope, team }: Macro) =>
  scope === "personal" ? say.onlyMe : scope === "team" ? say.teamNamed(team?.name) : say.everyone;

/** The macros this person may use, with what each does in words. */
export async function listMacrosInWords(db: Db, viewer: Viewer) {
  const macros = await listMacros(db, viewer);
  return Promise.all(
    macros.map(async (macro) => ({
      ...{ id: macro.id, name: macro.name, mayChange: macro.mayChange, who: scopeInWords(macro) },
      does: [KINDS[macro.kind], ...(await actionsInWords(db, macro.actions))]
        .filter((words) => words !== null)
        .join("; "),
    })),
  );
}
