import { isAmong } from "~/db/engine.server";
import type { Db } from "~/db/types";
import { typeName } from "~/features/tasks/tasks";
import { personLabelWithId } from "~/features/users/users";
import { sortKey } from "~/lib/search-tokens";
import type { Dimension } from "./reports";
import * as say from "./reports-copy";

/** A group of a report. `called`: its unambiguous name in a query; null for the group of tasks without one. */
export type Item = { key: string; name: string; called: string | null };

/** Names the groups, sorted by name, those without any last: a report isn't a ranking. */
export async function nameItems(db: Db, by: Dimension, keys: readonly string[]): Promise<Item[]> {
  const given = keys.filter((key) => key !== "");
  const items = (await namesOf(db, by, given)).sort(
    (a, b) => sortKey(a.name).localeCompare(sortKey(b.name), "en") || a.key.localeCompare(b.key, "en"),
  );
  return keys.includes("") ? [...items, { key: "", name: say.NONE[by], called: null }] : items;
}

async function namesOf(db: Db, by: Dimension, keys: readonly string[]): Promise<Item[]> {
  const ids = keys.map(Number);
  switch (by) {
    case "team":
    case "organization": {
      const rows = await db
        .selectFrom(by)
        .select(["id", "name"])
        .where(isAmong(db, "id", ids))
        .execute();
      return rows.map(({ id, name }) => ({ key: String(id), name, called: name }));
    }
    case "agent": {
      const rows = await db
        .selectFrom("user")
        .select(["id", "name"])
        .where(isAmong(db, "id", ids))
        .execute();
      return rows.map(({ id, name }) => ({
        key: String(id),
        name,
        called: personLabelWithId({ id, name, email: null }),
      }));
    }
    case "type":
      return keys.map((key) => ({ key, name: typeName(key), called: key }));
    case "tag":
      return keys.map((key) => ({ key, name: key, called: key }));
  }
}
