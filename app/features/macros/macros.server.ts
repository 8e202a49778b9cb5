import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { Actions } from "~/features/actions/actions";
import { readTypedActions } from "~/features/actions/named-values.server";
import { createOnce } from "~/features/records/change-records.server";
import { deleteRecord, mayChange, mayManageRecord, usableBy } from "~/features/records/scoped-records.server";
import type { PutAway } from "~/features/trash/trash";
import { isAgent, type Viewer } from "~/features/users/users";
import { unknownVariables } from "./fill-template.server";
import { MACRO_LIMITS, type MacroForm } from "./macros";
import * as say from "./macros-copy";
import { variableNames } from "./template-values.server";

/** A macro the viewer may use. `mayChange`: whether they may edit it too. */
export type Macro = Omit<MacroForm, "team" | "actions"> & {
  actions: Actions;
  id: number;
  team: { id: number; name: string } | null;
  mayChange: boolean;
  /** UTC milliseconds. */
  updatedAt: number;
};

const selectMacros = (db: Db, viewer: Viewer) =>
  db
    .selectFrom("macro")
    .leftJoin("team", "team.id", "macro.team_id")
    .selectAll("macro")
    .select("team.name as team")
    .select(mayChange("macro", viewer))
    .where(usableBy("macro", viewer, { adminsSeeTeams: true }));

type Row = Awaited<ReturnType<ReturnType<typeof selectMacros>["execute"]>>[number];

const shown = ({ id, name, scope, kind, body, actions, team_id, team, may_change, updated_at }: Row): Macro => ({
  ...{ id, name, scope, kind },
  text: body,
  actions: JSON.parse(actions) as Actions,
  team: team_id === null ? null : { id: team_id, name: team ?? "" },
  mayChange: may_change === 1,
  updatedAt: updated_at,
});

export async function listMacros(db: Db, viewer: Viewer): Promise<Macro[]> {
  if (!isAgent(viewer)) return [];
  const rows = await selectMacros(db, viewer).orderBy("macro.name").orderBy("macro.id").execute();
  return rows.map(shown);
}

/** Whether someone with only these rights to trash and spam may use the whole macro. */
export const isAllowed = ({ actions }: Pick<Macro, "actions">, puttingAway: readonly PutAway[]) =>
  !actions.putAway || puttingAway.includes(actions.putAway);

/** Null if there is no such macro or this person may not use it. */
export async function readMacro(db: Db, viewer: Viewer, id: number): Promise<Macro | null> {
  if (!isAgent(viewer)) return null;
  const row = await selectMacros(db, viewer).where("macro.id", "=", id).executeTakeFirst();
  return row ? shown(row) : null;
}

type SaveMacro =
  | { ok: true; id: number }
  | { ok: false; why: "no_such_macro" | "forbidden" }
  | { ok: false; why: "wrong"; errors: Record<string, string[]> };

/** `newer`: it was changed since the form was loaded, so nothing is overwritten. */
type ChangeMacro = SaveMacro | { ok: false; why: "newer"; macro: Macro };

const columnsOf = ({ name, scope, team, kind, text }: MacroForm, actions: Actions) => ({
  ...{ name, scope, kind, body: text },
  actions: JSON.stringify(actions),
  team_id: scope === "team" ? team : null,
});

/** Looks up the variables, custom fields and people that the form names. */
async function checkMacro(db: Db, { text, actions: typed }: MacroForm) {
  const [slip] = unknownVariables(text, await variableNames(db));
  const read = await readTypedActions(db, typed);
  if (slip === undefined && read.ok) return read;
  const errors = { ...(slip !== undefined && { text: [say.noSuchVariable(slip)] }), ...(!read.ok && read.errors) };
  return { ok: false, why: "wrong", errors } as const;
}

/** Creates a macro. Sending the form twice creates one. */
export async function saveMacro(
  db: Db,
  viewer: Viewer,
  { requestKey, ...form }: MacroForm & { requestKey: string },
  now: number,
): Promise<SaveMacro> {
  if (!(await mayManageRecord(db, viewer, form.scope, form.team))) return { ok: false, why: "forbidden" };
  const checked = await checkMacro(db, form);
  if (!checked.ok) return checked;
  return inTransaction(db, (tx) =>
    createOnce<Extract<SaveMacro, { ok: false }>>(tx, { userId: viewer.id, key: requestKey }, now, async () => {
      if ((await countMacrosOfScope(tx, viewer, form)) >= MACRO_LIMITS.macros) {
        return { ok: false, why: "wrong", errors: { name: [say.macroLimitReached(MACRO_LIMITS.macros)] } };
      }
      const { id } = await tx
        .insertInto("macro")
        .values({ ...columnsOf(form, checked.actions), owner_id: viewer.id, created_at: now, updated_at: now })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    }),
  );
}

async function countMacrosOfScope(tx: Tx, viewer: Viewer, { scope }: Pick<MacroForm, "scope">): Promise<number> {
  const alike = await tx
    .selectFrom("macro")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("deleted_at", "is", null)
    .where("scope", scope === "personal" ? "=" : "!=", "personal")
    .$if(scope === "personal", (query) => query.where("owner_id", "=", viewer.id))
    .executeTakeFirstOrThrow();
  return Number(alike.count);
}

/** Changes a macro unless it changed since `seen`. Moving it between scopes needs the right to both. */
export async function changeMacro(
  db: Db,
  viewer: Viewer,
  id: number,
  { seen, ...form }: MacroForm & { seen?: number | null },
  now: number,
): Promise<ChangeMacro> {
  const macro = await readMacro(db, viewer, id);
  if (!macro) return { ok: false, why: "no_such_macro" };
  if (!macro.mayChange || !(await mayManageRecord(db, viewer, form.scope, form.team)))
    return { ok: false, why: "forbidden" };
  const checked = await checkMacro(db, form);
  if (!checked.ok) return checked;
  // A macro made personal belongs to the person who did that.
  const owner = form.scope === "personal" ? { owner_id: viewer.id } : {};
  const { numUpdatedRows } = await db
    .updateTable("macro")
    .set({ ...columnsOf(form, checked.actions), ...owner, updated_at: Math.max(now, macro.updatedAt + 1) })
    .where("id", "=", id)
    .where("updated_at", "=", seen === undefined ? macro.updatedAt : (seen ?? 0))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return { ok: true, id };
  const newer = await readMacro(db, viewer, id);
  return newer ? { ok: false, why: "newer", macro: newer } : { ok: false, why: "no_such_macro" };
}

/** Deletes a macro; it can be restored for a day. Returns its name; null if the viewer may not change it. */
export async function deleteMacro(db: Db, viewer: Viewer, id: number, now: number): Promise<string | null> {
  const macro = await readMacro(db, viewer, id);
  if (!macro?.mayChange) return null;
  await deleteRecord(db, "macro", id, now);
  return macro.name;
}
