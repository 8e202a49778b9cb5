import type { Db } from "~/db/types";
import { listAllFields, listVisibleFields } from "~/features/custom-fields/custom-fields.server";
import type { FieldDefinition } from "~/features/custom-fields/field-rules";
import type { Viewer } from "~/features/users/users";
import { sortKey } from "~/lib/search-tokens";
import type { QueryTerm } from "./query-ast";
import type { Circumstances } from "./sql-condition.server";
import { quotedName } from "./unanswerable-queries";

/** Example term for the first custom field the viewer may see; null when there are none. */
export async function fieldExample(db: Db, viewer: Viewer): Promise<{ write: string; label: string } | null> {
  const [field] = await listVisibleFields(db, viewer);
  return field ? { write: `field.${field.key}:${valueFor(field)}`, label: field.label } : null;
}

function valueFor({ kind, options }: FieldDefinition): string {
  switch (kind) {
    case "boolean":
      return "yes";
    case "number":
      return ">10";
    case "date":
    case "datetime":
      return "this-week";
    case "user":
      return "me";
    case "select":
    case "multiselect":
      return quotedName(options.find(({ enabled }) => enabled)?.label ?? "");
    default:
      return "any";
  }
}

/** Loads the teams, organizations and fields that a query names. Reads only what the terms need. */
export async function loadNamedThings(
  db: Db,
  terms: readonly QueryTerm[],
): Promise<Pick<Circumstances, "teams" | "organizations" | "fields">> {
  const asked = (beginning: string) =>
    terms.flatMap((term) => (term.kind === "qualifier" && term.key.startsWith(beginning) ? term.values : []));
  const names = asked("org").flatMap((value) => (value.kind === "range" ? [] : sortKey(value.text)));
  const [teams, organizations, fields] = await Promise.all([
    asked("team").length > 0 ? db.selectFrom("team").select(["id", "name"]).execute() : [],
    names.length > 0
      ? db.selectFrom("organization").select(["id", "name"]).where("name_key", "in", names).execute()
      : [],
    asked("field.").length > 0 ? listAllFields(db) : [],
  ]);
  return { teams, organizations, fields };
}
