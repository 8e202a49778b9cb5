import { sql } from "kysely";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { createOnce } from "~/features/records/change-records.server";
import { deleteRecord, mayChange, mayManageRecord, usableBy } from "~/features/records/scoped-records.server";
import { type Scope, scopeName } from "~/features/records/sharing-scopes";
import { compileTaskQuery } from "~/features/search/compile-query.server";
import { toShownQueries, toShownQuery, toStoredQuery } from "~/features/search/query-references.server";
import { preferencesOf, savePreferences } from "~/features/users/preferences.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { type ListedView, MOST_PINS, type NamedView, SHIPPED_VIEWS, VIEW_LIMITS } from "./views";
import * as say from "./views-copy";

/** A saved view, as one viewer sees it. `columns`: column keys for viewers who haven't chosen their own. */
export type SavedView = NamedView & {
  id: number;
  columns: string[] | null;
  scope: Scope;
  team: { id: number; name: string } | null;
  mayChange: boolean;
  /** When a field in its form last changed, in UTC milliseconds. */
  updatedAt: number;
};

const selectViews = (db: Db, viewer: Viewer) =>
  db
    .selectFrom("view")
    .leftJoin("team", "team.id", "view.team_id")
    .select(["view.id", "view.name", "view.query", "view.sort", "view.scope", "view.team_id", "view.position"])
    .select(["view.columns", "view.updated_at", "team.name as team"])
    .select(mayChange("view", viewer))
    .where(usableBy("view", viewer));

type Row = Awaited<ReturnType<ReturnType<typeof selectViews>["execute"]>>[number];

/** `query`: with current names. */
const shown = (row: Row, query: string): SavedView => ({
  id: row.id,
  key: String(row.id),
  name: row.name,
  query,
  sort: row.sort,
  columns: row.columns?.split(",").filter(Boolean) ?? null,
  scope: row.scope,
  team: row.team_id === null ? null : { id: row.team_id, name: row.team ?? "" },
  mayChange: row.may_change === 1,
  updatedAt: row.updated_at,
});

/** The fields of a view's form, as text. */
export const describeView = (view: SavedView) =>
  [view.name, view.query, view.sort, scopeName(view)].filter(Boolean).join("\n");

/** Whether a view is saved, not one of `SHIPPED_VIEWS`. */
export const isSaved = (view: NamedView | SavedView): view is SavedView => "id" in view;

/** Lists the viewer's saved views: for everyone, then by team, then personal, each in its set order. */
export async function listViews(db: Db, viewer: Viewer): Promise<SavedView[]> {
  if (!isAgent(viewer)) return [];
  const rows = await allViews(db, viewer);
  const queries = await toShownQueries(
    db,
    rows.map(({ query }) => query),
  );
  return rows.map((row, place) => shown(row, queries[place] ?? row.query));
}

/** Lists views for a menu only: restoring names in queries takes more reads. */
export async function listViewNames(db: Db, viewer: Viewer): Promise<ListedView[]> {
  if (!isAgent(viewer)) return [];
  return (await allViews(db, viewer)).map(({ id, name, scope }) => ({ key: String(id), name, group: groupOf(scope) }));
}

export const groupOf = (scope: Scope) => (scope === "personal" ? "mine" : scope);

const allViews = (db: Db, viewer: Viewer) =>
  selectViews(db, viewer)
    .orderBy(sql`case "view".scope when 'everyone' then 1 when 'team' then 2 else 3 end`)
    .orderBy("view.team_id")
    .orderBy("view.position")
    .orderBy("view.id")
    .execute();

/** Reads a view by key; null if the viewer has no such view. */
export async function readView(db: Db, viewer: Viewer, key: string): Promise<NamedView | SavedView | null> {
  if (!isAgent(viewer)) return null;
  const shipped = SHIPPED_VIEWS.find((view) => view.key === key);
  if (shipped) return shipped;
  if (!/^[1-9]\d{0,8}$/.test(key)) return null;
  const row = await selectViews(db, viewer).where("view.id", "=", Number(key)).executeTakeFirst();
  return row ? shown(row, await toShownQuery(db, row.query)) : null;
}

export type ViewForm = { name: string; query: string; sort: string; scope: Scope; team: number | null };

type SaveView =
  | { ok: true; id: number }
  | { ok: false; why: "no_such_view" | "forbidden" }
  | { ok: false; why: "wrong"; errors: Record<string, string[]> };

type Refused = Extract<SaveView, { ok: false }>;

/** Saves a new view. Idempotent per `requestKey`. */
export async function saveView(
  db: Db,
  viewer: Viewer,
  { requestKey, ...form }: ViewForm & { requestKey: string },
  now: number,
): Promise<SaveView> {
  const wrong = await viewErrors(db, viewer, form, now);
  if (wrong) return wrong;
  return inTransaction(db, async (tx): Promise<SaveView> => {
    return createOnce<Refused>(tx, { userId: viewer.id, key: requestKey }, now, async () => {
      const alike = await readScope(tx, form.scope, form.team, viewer.id);
      if (alike.isFull) return tooManyViews(form.scope);
      // The view keeps the columns its creator saw.
      const columns = preferencesOf(viewer).columns[""]?.join() ?? null;
      const values = { ...(await columnsOf(tx, form)), columns, owner_id: viewer.id, position: alike.last + 1 };
      const { id } = await tx
        .insertInto("view")
        .values({ ...values, created_at: now, updated_at: now })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    });
  });
}

const limitOf = (scope: Scope) => (scope === "personal" ? VIEW_LIMITS.personal : VIEW_LIMITS.shared);

const tooManyViews = (scope: Scope): Refused => ({
  ...{ ok: false, why: "wrong" },
  errors: { name: [say.viewLimitReached(limitOf(scope))] },
});

/** Whether the limit for this kind of view is reached, and the last position in its group. */
async function readScope(tx: Tx, scope: Scope, teamId: number | null, ownerId: number) {
  const rows = await tx
    .selectFrom("view")
    .select(["position", "scope", "team_id"])
    .where("deleted_at", "is", null)
    .where("scope", scope === "personal" ? "=" : "!=", "personal")
    .$if(scope === "personal", (query) => query.where("owner_id", "=", ownerId))
    .execute();
  const group = rows.filter((row) => row.scope === scope && row.team_id === teamId);
  return { isFull: rows.length >= limitOf(scope), last: Math.max(0, ...group.map(({ position }) => position)) };
}

const columnsOf = async (db: Db, { name, query, sort, scope, team }: ViewForm) => ({
  ...{ name, sort, scope },
  query: await toStoredQuery(db, query),
  team_id: scope === "team" ? team : null,
});

async function viewErrors(db: Db, viewer: Viewer, form: ViewForm, now: number): Promise<SaveView | null> {
  if (form.scope === "team" && form.team === null) {
    return { ok: false, why: "wrong", errors: { team: [say.chooseATeam] } };
  }
  if (!(await mayManageRecord(db, viewer, form.scope, form.team))) return { ok: false, why: "forbidden" };
  const compiled = await compileTaskQuery(db, viewer, form.query, now, { openByDefault: true });
  return compiled.ok ? null : { ok: false, why: "wrong", errors: { query: [compiled.error.message] } };
}

/** `newer`: the view changed since the form was loaded, so nothing was overwritten. */
type ChangeView = SaveView | { ok: false; why: "newer"; view: SavedView };

/** Changes a view unless it changed since `seen`. Moving it between scopes needs permission for both. */
export async function changeView(
  db: Db,
  viewer: Viewer,
  id: number,
  { seen, ...form }: ViewForm & { seen?: number | null },
  now: number,
): Promise<ChangeView> {
  const view = await readView(db, viewer, String(id));
  if (!view || !isSaved(view)) return { ok: false, why: "no_such_view" };
  if (!view.mayChange) return { ok: false, why: "forbidden" };
  const wrong = await viewErrors(db, viewer, form, now);
  if (wrong) return wrong;
  const changed = await inTransaction(db, async (tx) => {
    const columns = await columnsOf(tx, form);
    const moves = form.scope !== view.scope || columns.team_id !== (view.team?.id ?? null);
    const alike = moves ? await readScope(tx, form.scope, form.team, viewer.id) : null;
    const sharesItsLimit = form.scope !== "personal" && view.scope !== "personal"; // already counted
    if (alike?.isFull && !sharesItsLimit) return "full";
    // Making a view personal transfers it to the viewer.
    const owner = form.scope === "personal" ? { owner_id: viewer.id } : {};
    const place = alike ? { position: alike.last + 1 } : {};
    const { numUpdatedRows } = await tx
      .updateTable("view")
      .set({ ...columns, ...owner, ...place, updated_at: Math.max(now, view.updatedAt + 1) })
      .where("id", "=", id)
      .where("updated_at", "=", seen === undefined ? view.updatedAt : (seen ?? 0))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
  if (changed === "full") return tooManyViews(form.scope);
  if (changed) return { ok: true, id };
  const newer = await readView(db, viewer, String(id));
  return newer && isSaved(newer) ? { ok: false, why: "newer", view: newer } : { ok: false, why: "no_such_view" };
}

/** Column keys for a list: the viewer's own choice, else the view's; undefined for the default ones. */
export function columnsOfView(viewer: Viewer, view: NamedView | SavedView | null): readonly string[] | undefined {
  const ofView = view && isSaved(view) ? view.columns : null;
  return preferencesOf(viewer).columns[view?.key ?? ""] ?? ofView ?? undefined;
}

/** Saves a view's columns for everyone who uses it; null for the default ones. False if the viewer may not change it. */
export async function saveViewColumns(
  db: Db,
  view: NamedView | SavedView | null,
  columns: readonly string[] | null,
): Promise<boolean> {
  if (!view || !isSaved(view) || !view.mayChange) return false;
  const kept = { columns: columns?.join() ?? null };
  await db.updateTable("view").set(kept).where("id", "=", view.id).execute();
  return true;
}

/** Moves a view one place within its group; a no-op at either end. False if the viewer may not change it. */
export async function moveView(db: Db, viewer: Viewer, id: number, by: "up" | "down"): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const views = isAgent(viewer) ? await allViews(tx, viewer) : [];
    const view = views.find((one) => one.id === id);
    if (view?.may_change !== 1) return false;
    const group = views.filter((one) => one.scope === view.scope && one.team_id === view.team_id);
    const at = group.indexOf(view);
    const [moved] = group.splice(at, 1);
    if (moved) group.splice(by === "up" ? Math.max(0, at - 1) : at + 1, 0, moved);
    for (const [position, one] of group.entries()) {
      await tx.updateTable("view").set({ position }).where("id", "=", one.id).execute();
    }
    return true;
  });
}

/** Deletes a view, restorable for a day. Returns its name; null if the viewer may not change it. */
export async function deleteView(db: Db, viewer: Viewer, id: number, now: number): Promise<string | null> {
  const view = await readView(db, viewer, String(id));
  if (!view || !isSaved(view) || !view.mayChange) return null;
  await deleteRecord(db, "view", id, now);
  return view.name;
}

export async function pinnedViews(db: Db, viewer: Viewer): Promise<{ key: string; name: string }[]> {
  const { pins } = preferencesOf(viewer);
  if (pins.length === 0 || !isAgent(viewer)) return [];
  const ids = pins.filter((key) => /^[1-9]\d{0,8}$/.test(key)).map(Number);
  const saved = ids.length === 0 ? [] : await selectViews(db, viewer).where("view.id", "in", ids).execute();
  const all = [...SHIPPED_VIEWS, ...saved.map(({ id, name }) => ({ key: String(id), name }))];
  return pins.flatMap((pinned) => all.filter(({ key }) => key === pinned).map(({ key, name }) => ({ key, name })));
}

type PinView = { ok: true } | { ok: false; why: "no_such_view" | "too_many" };

/** Pins or unpins a view in the viewer's sidebar, or moves a pinned one up or down. */
export async function pinView(
  db: Db,
  viewer: Viewer,
  key: string,
  to: "pin" | "unpin" | "up" | "down",
  now: number,
): Promise<PinView> {
  if (!(await readView(db, viewer, key))) return { ok: false, why: "no_such_view" };
  const there = new Set([...SHIPPED_VIEWS, ...(await listViewNames(db, viewer))].map((view) => view.key));
  let isFull = false;
  const change = (stored: string[]) => {
    const pins = stored.filter((pinned) => there.has(pinned)); // drops views that no longer exist
    const at = pins.indexOf(key);
    const others = pins.filter((pinned) => pinned !== key);
    isFull = to === "pin" && others.length >= MOST_PINS;
    if (isFull || (at < 0 && to !== "pin")) return pins;
    if (to === "unpin") return others;
    const place = at < 0 ? others.length : at + (to === "up" ? -1 : to === "down" ? 1 : 0);
    return others.toSpliced(Math.max(0, place), 0, key);
  };
  await savePreferences(db, viewer, ({ pins }) => ({ pins: change(pins) }), now);
  return isFull ? { ok: false, why: "too_many" } : { ok: true };
}
