import { sql } from "kysely";

/** Of a query on `user` and their `organization`: its id where it shares its tasks with them, or null. */
export const sharedOrganization = sql<number | null>`case
    when organization.sharing = 'members' or (organization.sharing = 'managers' and "user".org_manager = 1) then organization.id
  end`.as("shared_organization");
