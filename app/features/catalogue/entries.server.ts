import type { Insertable, Updateable } from "kysely";
import type { Tx } from "~/db/transaction.server";
import type { Database, Db } from "~/db/types";
import {
  changeRecords,
  createOnce,
  type NotAllowed,
  type RecordConflict,
} from "~/features/records/change-records.server";
import { logSecurity } from "~/features/security-log/security-log.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { changeDetails, mergeRecord } from "~/lib/merge-field";
import type { Refusal } from "~/lib/refusal";
import * as say from "./catalogue-copy";
import { type CatalogueSection, type Entry, type EntryFields, freeKey, keyFrom, NOUNS } from "./entries";

type Table = "status" | "task_type" | "custom_field";

/** The differences between statuses, types and custom fields. */
export type CatalogueStore<F extends EntryFields> = {
  section: CatalogueSection;
  table: Table;
  limit: number;
  labels: Record<keyof F & string, string>;
  reserved: readonly string[];
  /** A field's value as displayed. */
  inWords: (field: keyof F & string, fields: F) => string;
  nameOf: (fields: F) => string;
  /** Source text for a generated key; defaults to the name. It need not be unique. */
  keyText?: (fields: F) => string;
  list: (db: Db) => Promise<Entry<F>[]>;
  /** Validation errors for `wanted`, apart from a name in use; `current` is null for a new entry. */
  errorsIn: (tx: Tx, wanted: F, current: Entry<F> | null, all: readonly Entry<F>[]) => Promise<Refusal["errors"]>;
  /** The table's own columns for these fields. */
  columnsOf: (tx: Tx, key: string, fields: F) => Promise<{ [T in Table]: Updateable<Database[T]> }[Table]>;
  /** Runs after an entry is written; `before` are its former fields, null for a new one. */
  written?: (tx: Tx, key: string, fields: F, before: F | null, now: number) => Promise<void>;
  /** Why the entry can't be retired; null if it can. */
  whyNeeded: (db: Db, entry: Entry<F>, all: readonly Entry<F>[]) => Promise<string | null>;
  /** Why the entry can't be deleted, because it is or was used; null if it can. */
  usedBy: (db: Db, entry: Entry<F>) => Promise<string | null>;
  /** Runs after the entry's definition changes, or after it is retired or offered again. */
  changed?: (tx: Tx, key: string, now: number) => Promise<void>;
};

type NotThere = { ok: false; why: "no_such_entry" };
type Refused = { ok: false; why: "wrong"; errors: Refusal["errors"] };

const wrong = (field: string, sentence: string): Refused => ({
  ok: false,
  why: "wrong",
  errors: { [field]: [sentence] },
});

type CreateEntry = { ok: true } | NotAllowed | Refused;

/** Creates an entry at the end of the list, once per request key. */
export async function createEntry<F extends EntryFields>(
  db: Db,
  viewer: Viewer,
  store: CatalogueStore<F>,
  { requestKey, key: given, fields }: { requestKey: string; key: string; fields: F },
  now: number,
): Promise<CreateEntry> {
  const { section, limit, reserved } = store;
  const noun = NOUNS[section];
  return changeCatalogue<CreateEntry>(db, viewer, async (tx) => {
    const created = await createOnce<Refused>(tx, { userId: viewer.id, key: requestKey }, now, async () => {
      const all = await store.list(tx);
      const isTaken = (one: string) => reserved.includes(one) || all.some((other) => other.key === one);
      const name = store.nameOf(fields);
      const text = store.keyText?.(fields) ?? name;
      const key = given || (text === name ? keyFrom(text) : freeKey(keyFrom(text), isTaken));
      let refused: Refused | null = null;
      if (all.length >= limit) refused = wrong(nameField(store), say.enoughEntries[section](limit));
      else if (key === "") refused = wrong("key", say.enterAKey(text));
      else if (reserved.includes(key)) refused = wrong("key", say.keyIsReserved(key));
      else if (all.some((other) => other.key === key)) refused = wrong("key", say.keyIsTaken[section](key));
      const errors = await errorsIn(tx, store, fields, null, all);
      if (Object.keys(errors).length > 0)
        refused = { ok: false, why: "wrong", errors: { ...errors, ...refused?.errors } };
      if (refused) return refused;
      await insertEntry(tx, store, key, fields, now);
      const details = { Name: name, Key: key };
      await logSecurity(tx, { kind: `${noun}_created`, actorId: viewer.id, details }, now);
      return all.length + 1;
    });
    return created.ok ? { ok: true } : created;
  });
}

type EditEntry<F> = { ok: true } | NotAllowed | NotThere | Refused | RecordConflict<F>;

/** Saves an edit form, merged field by field with changes made since it was rendered. */
export async function editEntry<F extends EntryFields>(
  db: Db,
  viewer: Viewer,
  store: CatalogueStore<F>,
  { key, was, mine }: { key: string; was: F; mine: F },
  now: number,
): Promise<EditEntry<F>> {
  const names = Object.keys(store.labels) as (keyof F & string)[];
  return changeCatalogue<EditEntry<F>>(db, viewer, async (tx) => {
    const all = await store.list(tx);
    const entry = all.find((one) => one.key === key);
    if (!entry) return { ok: false, why: "no_such_entry" };
    const current = entry.fields;
    const { value, conflicts, changed } = mergeRecord(names, { was, mine, current });
    if (conflicts.length > 0) return { ok: false, why: "conflict", fields: conflicts, current };
    if (changed.length === 0) return { ok: true };
    const errors = await errorsIn(tx, store, value, entry, all);
    if (Object.keys(errors).length > 0) return { ok: false, why: "wrong", errors };
    const columns = (await store.columnsOf(tx, key, value)) as Updateable<Database["status"]>;
    await tx.updateTable(tableOf(store)).set(columns).where("key", "=", key).execute();
    await store.written?.(tx, key, value, current, now);
    await store.changed?.(tx, key, now);
    const details = changeDetails(changed, store.labels, (name) => ({
      from: store.inWords(name, current),
      to: store.inWords(name, value),
    }));
    await logChange(tx, viewer, store, entry, "changed", details, now);
    return { ok: true };
  });
}

/** Actions on an entry. `restore` undoes `remove` for an offered entry, `restore_hidden` for a retired one. */
export const ENTRY_VERBS = ["up", "down", "offer", "withdraw", "remove", "restore", "restore_hidden"] as const;
export type EntryVerb = (typeof ENTRY_VERBS)[number];

type ChangeEntry =
  /** `undo` is null when nothing changed or the page already has the opposite button. */
  | { ok: true; name: string; undo: EntryVerb | null }
  | NotAllowed
  | NotThere
  | { ok: false; why: "refused"; sentence: string };

/** Moves, retires, offers or deletes an entry, or restores one deleted in the last day. */
export async function changeEntry<F extends EntryFields>(
  db: Db,
  viewer: Viewer,
  store: CatalogueStore<F>,
  { key, verb }: { key: string; verb: EntryVerb },
  now: number,
): Promise<ChangeEntry> {
  const refused = (sentence: string): ChangeEntry => ({ ok: false, why: "refused", sentence });
  return changeCatalogue<ChangeEntry>(db, viewer, async (tx) => {
    if (verb === "restore" || verb === "restore_hidden") return restoreEntry(tx, viewer, store, { key, verb }, now);
    const all = await store.list(tx);
    const at = all.findIndex((one) => one.key === key);
    const entry = all[at];
    if (!entry) return { ok: false, why: "no_such_entry" };
    const name = store.nameOf(entry.fields);
    const done: ChangeEntry = { ok: true, name, undo: null };
    if (verb === "up" || verb === "down") {
      const to = Math.max(0, Math.min(all.length - 1, at + (verb === "up" ? -1 : 1)));
      if (to === at) return done;
      const keys = all.map((one) => one.key);
      keys.splice(to, 0, ...keys.splice(at, 1));
      for (const [place, one] of keys.entries()) {
        await tx
          .updateTable(tableOf(store))
          .set({ position: place + 1 })
          .where("key", "=", one)
          .execute();
      }
      await logChange(tx, viewer, store, entry, "changed", { Place: `${at + 1} → ${to + 1}` }, now);
      return done;
    }
    if (verb === "remove") {
      const user = await store.usedBy(tx, entry);
      if (user) return refused(say.retireInstead(name, user));
      const needed = entry.enabled ? await store.whyNeeded(tx, entry, all) : null;
      if (needed) return refused(needed);
      await setDeleted(tx, store, key, { deleted_at: now, enabled: 0 });
      await logChange(tx, viewer, store, entry, "removed", {}, now);
      return { ...done, undo: entry.enabled ? "restore" : "restore_hidden" };
    }
    const enabled = verb === "offer";
    if (entry.enabled === enabled) return done;
    const needed = enabled ? null : await store.whyNeeded(tx, entry, all);
    if (needed) return refused(needed);
    await tx
      .updateTable(tableOf(store))
      .set({ enabled: enabled ? 1 : 0 })
      .where("key", "=", key)
      .execute();
    await store.changed?.(tx, key, now);
    await logChange(tx, viewer, store, entry, "changed", { Available: enabled ? "no → yes" : "yes → no" }, now);
    return { ...done, undo: enabled ? "withdraw" : "offer" };
  });
}

/** Restores a deleted entry unless it now exceeds the limit or conflicts with another entry. */
async function restoreEntry<F extends EntryFields>(
  tx: Tx,
  viewer: Viewer,
  store: CatalogueStore<F>,
  { key, verb }: { key: string; verb: "restore" | "restore_hidden" },
  now: number,
): Promise<ChangeEntry> {
  const deleted = tx.selectFrom(tableOf(store)).select("deleted_at").where("key", "=", key);
  const was = await deleted.where("deleted_at", ">", now - DAY_MS).executeTakeFirst();
  if (!was) return { ok: false, why: "no_such_entry" };
  await setDeleted(tx, store, key, { deleted_at: null, enabled: verb === "restore" ? 1 : 0 });
  const all = await store.list(tx);
  const entry = all.find((one) => one.key === key);
  if (!entry) return { ok: false, why: "no_such_entry" };
  const full = all.length > store.limit && say.enoughEntries[store.section](store.limit);
  const [sentence] = Object.values(await errorsIn(tx, store, entry.fields, entry, all)).flat();
  if (full || sentence) {
    await setDeleted(tx, store, key, { ...was, enabled: 0 });
    return { ok: false, why: "refused", sentence: full || sentence || "" };
  }
  await logChange(tx, viewer, store, entry, "changed", { Deleted: "yes → no" }, now);
  return { ok: true, name: store.nameOf(entry.fields), undo: null };
}

const setDeleted = (tx: Tx, store: { table: Table }, key: string, row: { deleted_at: number | null; enabled: 0 | 1 }) =>
  tx.updateTable(tableOf(store)).set(row).where("key", "=", key).execute();

/** All three tables share the columns used here, so Kysely can treat them as one. */
const tableOf = ({ table }: { table: Table }) => table as "status";

/** Adds an entry at the end of the list. Reuses the key of a deleted one. */
async function insertEntry<F extends EntryFields>(
  tx: Tx,
  store: CatalogueStore<F>,
  key: string,
  fields: F,
  now: number,
) {
  const table = tableOf(store);
  const { last } = await tx
    .selectFrom(table)
    .select(({ fn }) => fn.max("position").as("last"))
    .executeTakeFirstOrThrow();
  const own = (await store.columnsOf(tx, key, fields)) as Omit<Insertable<Database["status"]>, "key">;
  const columns = { ...own, position: 1 + Number(last ?? 0), enabled: 1 as const, deleted_at: null };
  await tx
    .insertInto(table)
    .values({ key, ...columns })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(columns))
    .execute();
  await store.written?.(tx, key, fields, null, now);
}

const nameField = ({ labels }: { labels: object }) => Object.keys(labels)[0] ?? "name";

/** Error messages by control name. */
async function errorsIn<F extends EntryFields>(
  tx: Tx,
  store: CatalogueStore<F>,
  wanted: F,
  current: Entry<F> | null,
  all: readonly Entry<F>[],
): Promise<Refusal["errors"]> {
  const nameOf = (fields: F) => store.nameOf(fields).toLowerCase();
  const isTaken = all.some(({ key, fields }) => key !== current?.key && nameOf(fields) === nameOf(wanted));
  return {
    ...(isTaken && { [nameField(store)]: [say.nameIsTaken[store.section]] }),
    ...(await store.errorsIn(tx, wanted, current, all)),
  };
}

const logChange = <F extends EntryFields>(
  tx: Tx,
  { id }: Viewer,
  { section, nameOf }: Pick<CatalogueStore<F>, "section" | "nameOf">,
  { fields }: Entry<F>,
  what: "changed" | "removed",
  details: Record<string, string>,
  now: number,
) =>
  logSecurity(tx, { kind: `${NOUNS[section]}_${what}`, actorId: id, details: { Of: nameOf(fields), ...details } }, now);

/**
 * Runs an admin's change and bumps the catalogue version, so every process reloads the catalogue. That row's lock also
 * serialises changes: the limit and the default depend on all entries.
 */
const changeCatalogue = <T>(db: Db, viewer: Viewer, work: (tx: Tx) => Promise<T>): Promise<T | NotAllowed> =>
  changeRecords(db, viewer, { may: maySetUpDesk }, async (tx) => {
    await tx
      .updateTable("catalogue")
      .set((eb) => ({ version: eb("version", "+", 1) }))
      .execute();
    return work(tx);
  });
