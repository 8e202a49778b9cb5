import type { ColumnDefinitionBuilder, Kysely } from "kysely";

/** Rules on changes can wait for listed fields, and for tasks that begin to meet their condition. */
export async function up(db: Kysely<object>) {
  const empty = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo("");
  const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
  await db.schema.alterTable("rule").addColumn("changed_fields", "text", empty).execute();
  await db.schema.alterTable("rule").addColumn("newly_met", "integer", zero).execute();
}
