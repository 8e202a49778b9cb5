import { type Kysely, sql } from "kysely";

/** Views are to keep references in place of names. What the names mean is for the query language to say, so a job does it. */
export async function up(db: Kysely<object>) {
  await sql`insert into job (kind, key, payload, run_at, created_at)
    select 'refer_in_views', 'refer_in_views', '{}', 0, 0 where exists (select 1 from "view")`.execute(db);
}
