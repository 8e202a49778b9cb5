import { type Kysely, sql } from "kysely";

/** Views store references instead of names. A job converts them, because only the query language can resolve the names. */
export async function up(db: Kysely<object>) {
  await sql`insert into job (kind, key, payload, run_at, created_at)
    select 'refer_in_views', 'refer_in_views', '{}', 0, 0 where exists (select 1 from "view")`.execute(db);
}
