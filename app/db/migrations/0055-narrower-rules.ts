import type { ColumnDefinitionBuilder, Kysely } from "kysely";

/** Change rules can be limited to listed fields, and to tasks that newly meet the condition. */
export async function up(db: Kysely<object>) {
  const empty = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo("");
  const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
  await db.schema.alterTable("rule").addColumn("changed_fields", "text", empty).execute();
  await db.schema.alterTable("rule").addColumn("newly_met", "integer", zero).execute();
}
