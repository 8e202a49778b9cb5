import { expect } from "vitest";
import { migrateToLatest } from "~/db/migrate.server";
import { MIGRATIONS } from "~/db/migrations";
import type { Db } from "~/db/types";
import { onEachDatabase } from "../support/database";

const again = async (db: Db) => {
  const step = MIGRATIONS["0058-plainer-examples"];
  if (step) await migrateToLatest(db, { migrations: { ...MIGRATIONS, "9001-again": step } });
};
const named = (db: Db, name: string) => db.selectFrom("rule").selectAll().where("name", "=", name).executeTakeFirst();
const described = async (db: Db) =>
  (await db.selectFrom("task_type").select("description").orderBy("position").execute()).map((row) => row.description);

onEachDatabase("the upgrade to plainer examples", (test) => {
  test("rewords the rules and types of a new desk", async ({ db }) => {
    const names = await db.selectFrom("rule").select("name").orderBy("position").execute();
    expect(names.map(({ name }) => name)).toEqual([
      "Remind requesters after 7 days",
      "Resolve 7 days after a reminder",
      "Clear the reminder when the requester replies",
      "Assign urgent tasks",
      "Notify leads of missed targets",
      "Check backups every week",
    ]);
    expect((await named(db, "Notify leads of missed targets"))?.name_key).toBe("notify leads of missed targets");
    expect((await named(db, "Check backups every week"))?.actions).toContain("Check last week's backups");
    expect(JSON.parse((await named(db, "Remind requesters after 7 days"))?.actions ?? "")).toEqual([
      {
        kind: "reply",
        value:
          "Hello {{requester.first_name|there}},\n\nwe're still waiting for your reply. If your issue is resolved, you don't need to do anything.",
      },
      { kind: "add_tag", value: "reminded" },
    ]);
    expect((await described(db)).slice(1, 3)).toEqual(["I need something new.", "I have a question."]);
  });

  test("leaves what an admin has changed, and never takes a name already in use", async ({ db }) => {
    const old = "Tell leads of missed targets";
    await db
      .updateTable("rule")
      .set({ name: old, name_key: old.toLowerCase() })
      .where("name", "=", "Check backups every week")
      .execute();
    const changed = JSON.stringify([{ kind: "create", value: "Check the backups of last week, please" }]);
    await db.updateTable("rule").set({ actions: changed }).where("name", "=", old).execute();
    await db.updateTable("task_type").set({ description: "New things." }).where("key", "=", "request").execute();
    await again(db);
    expect(await named(db, old)).toMatchObject({ actions: changed });
    expect((await described(db)).slice(1, 3)).toEqual(["New things.", "I have a question."]);
  });
});
