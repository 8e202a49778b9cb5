import { expect } from "vitest";
import { migrateToLatest } from "~/db/migrate.server";
import { MIGRATIONS } from "~/db/migrations";
import { onEachDatabase } from "../support/database";
import { aRequester, NOON } from "../support/factories";

onEachDatabase("the upgrade to confirmed addresses", (test) => {
  test("confirms primary addresses and verified secondary ones", async ({ db }) => {
    const { id } = await aRequester(db, { email: "first@one.example" });
    const row = { user_id: id, created_at: NOON };
    await db
      .insertInto("user_address")
      .values([
        { ...row, email: "proved@one.example", email_key: "proved@one.example", verified_at: NOON },
        { ...row, email: "other@one.example", email_key: "other@one.example" },
      ])
      .execute();
    for (const table of ["user", "user_address"]) {
      await db.schema.alterTable(table).dropColumn("confirmed_at").execute();
    }
    const step = MIGRATIONS["0025-confirmed-addresses"];
    if (step) await migrateToLatest(db, { migrations: { ...MIGRATIONS, "9001-again": step } });
    const first = await db.selectFrom("user").select("confirmed_at").executeTakeFirstOrThrow();
    expect(first.confirmed_at).not.toBeNull();
    const others = await db.selectFrom("user_address").select(["email", "confirmed_at"]).orderBy("email").execute();
    expect(others).toEqual([
      { email: "other@one.example", confirmed_at: null },
      { email: "proved@one.example", confirmed_at: NOON },
    ]);
  });
});
