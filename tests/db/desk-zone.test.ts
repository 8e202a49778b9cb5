import { expect } from "vitest";
import { migrateToLatest } from "~/db/migrate.server";
import { MIGRATIONS } from "~/db/migrations";
import { onEachDatabase } from "../support/database";
import { anAgent } from "../support/factories";

onEachDatabase("the upgrade to the desk's time zone", (test) => {
  test("removes UTC from stored preferences, and nothing else", async ({ db }) => {
    const before: object[] = [
      { zone: "UTC" },
      { zone: "UTC", theme: "dark" },
      { theme: "dark", zone: "UTC", keys: "off" },
      { theme: "dark", zone: "UTC" },
      { theme: "dark", zone: "Asia/Tokyo" },
      { columns: { '"zone":"UTC"': ["title"] }, zone: "UTC" },
    ];
    for (const preferences of before) {
      const { id } = await anAgent(db);
      await db
        .updateTable("user")
        .set({ preferences: JSON.stringify(preferences) })
        .where("id", "=", id)
        .execute();
    }
    await db.schema.alterTable("catalogue").dropColumn("time_zone").execute();
    const step = MIGRATIONS["0030-desk-zone"];
    if (step) await migrateToLatest(db, { migrations: { ...MIGRATIONS, "9001-again": step } });
    const after = await db.selectFrom("user").select("preferences").orderBy("id").execute();
    expect(after.map(({ preferences }) => JSON.parse(preferences))).toEqual([
      {},
      { theme: "dark" },
      { theme: "dark", keys: "off" },
      { theme: "dark" },
      { theme: "dark", zone: "Asia/Tokyo" },
      { columns: { '"zone":"UTC"': ["title"] } },
    ]);
  });
});
