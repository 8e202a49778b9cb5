import type { Db } from "~/db/types";
import { listFieldsEver } from "~/features/custom-fields/custom-fields.server";
import { sortKey } from "~/lib/search-text";
import type { Circumstances } from "./condition.server";
import type { QueryTerm } from "./query-ast";

/** What only the data knows of the names in a query; nothing is read that it does not ask for. */
export async function namesMeantBy(
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
    asked("field.").length > 0 ? listFieldsEver(db) : [],
  ]);
  return { teams, organizations, fields };
}
