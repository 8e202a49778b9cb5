import { type RawBuilder, sql } from "kysely";
import { readableDomain } from "~/lib/mail-domain.server";
import type { Role } from "./user-words";

/**
 * The organization that the domain of somebody's address belongs to, as a value for a row; null for none. Only of requesters:
 * what an organization shares is told to all its members, and of those who work on tasks admins say where they belong.
 */
export function organizationOf({ email, role }: { email: string | null; role: Role }): RawBuilder<number | null> {
  if (role !== "requester") return sql`null`;
  const domain = email === null ? "" : readableDomain(email.trim().slice(email.trim().lastIndexOf("@") + 1));
  return sql`(select organization_id from organization_domain where domain = ${domain})`;
}
