import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { changeEntry, editEntry } from "~/features/catalogue/entries.server";
import { TYPES } from "~/features/catalogue/types.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";
import { checkStep } from "./setup.server";

export const listTypes = async (db: Db) =>
  (await TYPES.list(db)).map(({ key, enabled, fields: { name, description, portal } }) => ({
    ...{ key, enabled, name, description, portal },
  }));

/** Values by type key. */
type SentTypes = ReadonlyMap<string, { name: string; enabled: boolean }>;

type SaveTypes =
  | { ok: true }
  | { ok: false; why: "not_allowed" }
  | { ok: false; why: "wrong"; key: string; sentence: string };

/** Ends the transaction, so that one refused type leaves all as they were. */
class Refused extends Error {
  constructor(readonly answer: SaveTypes) {
    super();
  }
}

/** Renames types, and offers or retires them, all or none. For admins. */
export async function saveTypes(db: Db, viewer: Viewer, sent: SentTypes, now: number): Promise<SaveTypes> {
  if (!maySetUpDesk(viewer)) return { ok: false, why: "not_allowed" };
  const save = inTransaction<SaveTypes>(db, async (tx) => {
    const types = (await TYPES.list(tx)).filter(({ key }) => sent.has(key));
    // Types to offer come first: the last one that requesters can choose can't be retired.
    types.sort((a, b) => Number(sent.get(b.key)?.enabled) - Number(sent.get(a.key)?.enabled));
    for (const { key, fields } of types) {
      const { name = fields.name, enabled = true } = sent.get(key) ?? {};
      const edited = await editEntry(tx, viewer, TYPES, { key, was: fields, mine: { ...fields, name } }, now);
      if (!edited.ok && edited.why === "not_allowed") throw new Refused(edited);
      if (!edited.ok && edited.why === "wrong") throw refused(key, Object.values(edited.errors).flat().join(" "));
      const changed = await changeEntry(tx, viewer, TYPES, { key, verb: enabled ? "offer" : "withdraw" }, now);
      if (!changed.ok && changed.why === "refused") throw refused(key, changed.sentence);
    }
    await checkStep(tx, "types");
    return { ok: true };
  });
  return save.catch((error) => {
    if (!(error instanceof Refused)) throw error;
    return error.answer;
  });
}

const refused = (key: string, sentence: string) => new Refused({ ok: false, why: "wrong", key, sentence });
