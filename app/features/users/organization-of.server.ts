import { type RawBuilder, sql } from "kysely";
import { emailKeyOf } from "./user-keys";

/** The organization that the domain of an address belongs to, as a value for a row; null for none. */
export function organizationOf(email: string | null): RawBuilder<number | null> {
  const domain = email === null ? "" : emailKeyOf(email).slice(email.trim().lastIndexOf("@") + 1);
  return sql`(select organization_id from organization_domain where domain = ${domain})`;
}
