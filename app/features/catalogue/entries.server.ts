import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { changeRecords, createOnce, type NotAllowed } from "~/features/records/records.server";
import { logSecurity } from "~/features/security-log/security-log.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { changeDetails, mergeRecord } from "~/lib/merge-field";
import * as say from "./catalogue-copy";
import { type Entry, type EntryFields, freeKey, keyFrom, NOUNS, type Shelf } from "./entries";

/** What differs between statuses, types and custom fields. */
export type Keeping<F extends EntryFields> = {
  shelf: Shelf;
  table: "status" | "task_type" | "custom_field";
  limit: number;
  labels: Record<keyof F & string, string>;
  reserved: readonly string[];
  /** A field's value as displayed. */
  inWords: (field: keyof F & string, fields: F) => string;
  nameOf: (fields: F) => string;
  /** Source text for a generated key; defaults to the name. It need not be unique. */
  keyText?: (fields: F) => string;
  list: (db: Db) => Promise<Entry<F>[]>;
  /** Validation errors for `wanted`; `current` is null for a new entry. */
  whatIsWrong: (tx: Tx, wanted: F, current: Entry<F> | null, all: readonly Entry<F>[]) => Promise<Wrongs>;
  insert: (tx: Tx, key: string, fields: F, position: number) => Promise<void>;
  update: (tx: Tx, current: Entry<F>, fields: F) => Promise<void>;
  /** Why the entry can't be retired; null if it can. */
  whyOffered: (db: Db, entry: Entry<F>, all: readonly Entry<F>[]) => Promise<string | null>;
  /** What uses the entry or once used it, so it can't be deleted; null if nothing does. */
  usedBy: (db: Db, entry: Entry<F>) => Promise<string | null>;
  /** Runs after the entry's definition changes, or after it is retired or offered again. */
  changed?: (tx: Tx, key: string, now: number) => Promise<void>;
};

/** Error messages by control name. */
export type Wrongs = Record<string, string[]>;
type NotThere = { ok: false; why: "no_such_entry" };
type Refused = { ok: false; why: "wrong"; errors: Wrongs };

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
  keeping: Keeping<F>,
  { requestKey, key: given, fields }: { requestKey: string; key: string; fields: F },
  now: number,
): Promise<CreateEntry> {
  const { shelf, limit, reserved, labels } = keeping;
  const noun = NOUNS[shelf];
  return changing<CreateEntry>(db, viewer, async (tx) => {
    const created = await createOnce<Refused>(tx, { userId: viewer.id, key: requestKey }, now, async () => {
      const all = await keeping.list(tx);
      const isTaken = (one: string) => reserved.includes(one) || all.some((other) => other.key === one);
      const name = keeping.nameOf(fields);
      const text = keeping.keyText?.(fields) ?? name;
      const key = given || (text === name ? keyFrom(text) : freeKey(keyFrom(text), isTaken));
      const nameField = Object.keys(labels)[0] ?? "name";
      let refused: Refused | null = null;
      if (all.length >= limit) refused = wrong(nameField, say.enoughDeleteOne[shelf](limit));
      else if (key === "") refused = wrong("key", say.giveItAKey(text));
      else if (reserved.includes(key)) refused = wrong("key", say.meansSomethingElse(key));
      else if (all.some((other) => other.key === key)) refused = wrong("key", say.keyIsTaken[shelf](key));
      const errors = await keeping.whatIsWrong(tx, fields, null, all);
      if (Object.keys(errors).length > 0)
        refused = { ok: false, why: "wrong", errors: { ...errors, ...refused?.errors } };
      if (refused) return refused;
      await keeping.insert(tx, key, fields, 1 + (await lastPlace(tx, keeping)));
      const details = { Name: name, Key: key };
      await logSecurity(tx, { kind: `${noun}_created`, actorId: viewer.id, details }, now);
      return all.length + 1;
    });
    return created.ok ? { ok: true } : created;
  });
}

type EditEntry<F> =
  | { ok: true }
  | NotAllowed
  | NotThere
  | Refused
  /** Another admin changed the same fields to other values; nothing is written. */
  | { ok: false; why: "conflict"; fields: (keyof F & string)[]; current: F };

/** Saves an edit form, merged field by field with changes made since it was rendered. */
export async function editEntry<F extends EntryFields>(
  db: Db,
  viewer: Viewer,
  keeping: Keeping<F>,
  { key, was, mine }: { key: string; was: F; mine: F },
  now: number,
): Promise<EditEntry<F>> {
  const names = Object.keys(keeping.labels) as (keyof F & string)[];
  return changing<EditEntry<F>>(db, viewer, async (tx) => {
    const all = await keeping.list(tx);
    const entry = all.find((one) => one.key === key);
    if (!entry) return { ok: false, why: "no_such_entry" };
    const current = entry.fields;
    const { value, conflicts, changed } = mergeRecord(names, { was, mine, current });
    if (conflicts.length > 0) return { ok: false, why: "conflict", fields: conflicts, current };
    if (changed.length === 0) return { ok: true };
    const errors = await keeping.whatIsWrong(tx, value, entry, all);
    if (Object.keys(errors).length > 0) return { ok: false, why: "wrong", errors };
    await keeping.update(tx, entry, value);
    await keeping.changed?.(tx, key, now);
    const details = changeDetails(changed, keeping.labels, (name) => ({
      from: keeping.inWords(name, current),
      to: keeping.inWords(name, value),
    }));
    await told(tx, viewer, keeping, entry, "changed", details, now);
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
  keeping: Keeping<F>,
  { key, verb }: { key: string; verb: EntryVerb },
  now: number,
): Promise<ChangeEntry> {
  const refused = (sentence: string): ChangeEntry => ({ ok: false, why: "refused", sentence });
  return changing<ChangeEntry>(db, viewer, async (tx) => {
    if (verb === "restore" || verb === "restore_hidden") return bringBack(tx, viewer, keeping, { key, verb }, now);
    const all = await keeping.list(tx);
    const at = all.findIndex((one) => one.key === key);
    const entry = all[at];
    if (!entry) return { ok: false, why: "no_such_entry" };
    const name = keeping.nameOf(entry.fields);
    const done: ChangeEntry = { ok: true, name, undo: null };
    if (verb === "up" || verb === "down") {
      const to = Math.max(0, Math.min(all.length - 1, at + (verb === "up" ? -1 : 1)));
      if (to === at) return done;
      const keys = all.map((one) => one.key);
      keys.splice(to, 0, ...keys.splice(at, 1));
      for (const [place, one] of keys.entries()) {
        await tx
          .updateTable(tableOf(keeping))
          .set({ position: place + 1 })
          .where("key", "=", one)
          .execute();
      }
      await told(tx, viewer, keeping, entry, "changed", { Place: `${at + 1} → ${to + 1}` }, now);
      return done;
    }
    if (verb === "remove") {
      const user = await keeping.usedBy(tx, entry);
      if (user) return refused(say.cannotBeDeletedFor(name, user));
      const needed = entry.enabled ? await keeping.whyOffered(tx, entry, all) : null;
      if (needed) return refused(needed);
      await setDeleted(tx, keeping, key, { deleted_at: now, enabled: 0 });
      await told(tx, viewer, keeping, entry, "removed", {}, now);
      return { ...done, undo: entry.enabled ? "restore" : "restore_hidden" };
    }
    const enabled = verb === "offer";
    if (entry.enabled === enabled) return done;
    const needed = enabled ? null : await keeping.whyOffered(tx, entry, all);
    if (needed) return refused(needed);
    await tx
      .updateTable(tableOf(keeping))
      .set({ enabled: enabled ? 1 : 0 })
      .where("key", "=", key)
      .execute();
    await keeping.changed?.(tx, key, now);
    await told(tx, viewer, keeping, entry, "changed", { Offered: enabled ? "no → yes" : "yes → no" }, now);
    return { ...done, undo: enabled ? "withdraw" : "offer" };
  });
}

/** Restores a deleted entry unless it now exceeds the limit or conflicts with another entry. */
async function bringBack<F extends EntryFields>(
  tx: Tx,
  viewer: Viewer,
  keeping: Keeping<F>,
  { key, verb }: { key: string; verb: "restore" | "restore_hidden" },
  now: number,
): Promise<ChangeEntry> {
  const deleted = tx.selectFrom(tableOf(keeping)).select("deleted_at").where("key", "=", key);
  const was = await deleted.where("deleted_at", ">", now - DAY_MS).executeTakeFirst();
  if (!was) return { ok: false, why: "no_such_entry" };
  await setDeleted(tx, keeping, key, { deleted_at: null, enabled: verb === "restore" ? 1 : 0 });
  const all = await keeping.list(tx);
  const entry = all.find((one) => one.key === key);
  if (!entry) return { ok: false, why: "no_such_entry" };
  const full = all.length > keeping.limit && say.enoughAlready[keeping.shelf](keeping.limit);
  const [sentence] = Object.values(await keeping.whatIsWrong(tx, entry.fields, entry, all)).flat();
  if (full || sentence) {
    await setDeleted(tx, keeping, key, { ...was, enabled: 0 });
    return { ok: false, why: "refused", sentence: full || sentence || "" };
  }
  await told(tx, viewer, keeping, entry, "changed", { Deleted: "yes → no" }, now);
  return { ok: true, name: keeping.nameOf(entry.fields), undo: null };
}

const setDeleted = (
  tx: Tx,
  keeping: Pick<Keeping<EntryFields>, "table">,
  key: string,
  row: { deleted_at: number | null; enabled: 0 | 1 },
) => tx.updateTable(tableOf(keeping)).set(row).where("key", "=", key).execute();

/** All three tables share the columns used here, so Kysely can treat them as one. */
const tableOf = ({ table }: Pick<Keeping<EntryFields>, "table">) => table as "status";

async function lastPlace(tx: Tx, keeping: Pick<Keeping<EntryFields>, "table">): Promise<number> {
  const { last } = await tx
    .selectFrom(tableOf(keeping))
    .select(({ fn }) => fn.max("position").as("last"))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

const told = <F extends EntryFields>(
  tx: Tx,
  { id }: Viewer,
  { shelf, nameOf }: Pick<Keeping<F>, "shelf" | "nameOf">,
  { fields }: Entry<F>,
  what: "changed" | "removed",
  details: Record<string, string>,
  now: number,
) =>
  logSecurity(tx, { kind: `${NOUNS[shelf]}_${what}`, actorId: id, details: { Of: nameOf(fields), ...details } }, now);

/**
 * Runs an admin's change and bumps the catalogue version, so every process reloads the catalogue. That row's lock also
 * serialises changes: the limit and the default depend on all entries.
 */
const changing = <T>(db: Db, viewer: Viewer, work: (tx: Tx) => Promise<T>): Promise<T | NotAllowed> =>
  changeRecords(db, viewer, { may: maySetUpDesk }, async (tx) => {
    await tx
      .updateTable("catalogue")
      .set((eb) => ({ version: eb("version", "+", 1) }))
      .execute();
    return work(tx);
  });
