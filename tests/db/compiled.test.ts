import { sql } from "kysely";
import { expect } from "vitest";
import { compiledOnce } from "~/db/compiled.server";
import { inTransaction } from "~/db/transaction.server";
import { onEachDatabase } from "../support/database";
import { aRequester } from "../support/factories";

onEachDatabase("a query that is compiled once", (test) => {
  test("answers for the values it is given each time, in a transaction as well", async ({ db }) => {
    let built = 0;
    const named = compiledOnce((on, values: { name: string; from: number }) => {
      built++;
      return on
        .selectFrom("user")
        .select("email")
        .where("name", "=", values.name)
        .where("id", ">=", values.from)
        .where("state", "=", "active");
    });
    await aRequester(db, { name: "Rita", email: "rita@example.com" });
    await aRequester(db, { name: "Otto", email: "otto@example.com" });
    expect(await named(db, { name: "Rita", from: 0 })).toEqual([{ email: "rita@example.com" }]);
    expect(await named(db, { name: "Otto", from: 0 })).toEqual([{ email: "otto@example.com" }]);
    expect(await named(db, { name: "Otto", from: 10_000 })).toEqual([]);
    expect(await inTransaction(db, (tx) => named(tx, { name: "Rita", from: 0 }))).toHaveLength(1);
    expect(built).toBe(1);
  });

  test("has PostgreSQL keep it prepared once it is asked often, with what is always the same in its text", async ({
    db,
    engine,
  }) => {
    if (engine !== "postgres") return;
    const named = compiledOnce((on, { name }: { name: string }) =>
      on
        .selectFrom("user")
        .select("id")
        .where("name", "=", name)
        .where("email", "in", ["o'hara@example.com"])
        .limit(51),
    );
    const whole = compiledOnce((on, { name }: { name: string }) =>
      on.selectFrom("user").selectAll().where("name", "=", name).where("email", "in", ["o'hara@example.com"]).limit(51),
    );
    await inTransaction(db, async (tx) => {
      const kept = async () => {
        const all = sql<{
          statement: string;
        }>`select statement from pg_prepared_statements where statement like '%o''''hara%'`;
        return (await all.execute(tx)).rows.map(({ statement }) => statement);
      };
      const ask = async () => {
        await named(tx, { name: "Rita" });
        await whole(tx, { name: "Rita" });
      };
      await ask();
      expect(await kept()).toEqual([]);
      for (let time = 2; time <= 5; time++) await ask();
      // What asks for all columns, whichever they are, would end with an upgrade that adds one.
      expect(await kept()).toEqual([
        `select "id" from "user" where "name" = $1 and "email" in ('o''hara@example.com') limit 51`,
      ]);
    });
  });

  test("is none of several statements in one text, which may be asked as often as one likes", async ({
    db,
    engine,
  }) => {
    if (engine !== "postgres") return;
    for (let time = 1; time <= 5; time++) await sql`select 1; select 2`.execute(db);
  });

  test("refuses to be built with a value that is computed", async ({ db }) => {
    const later = compiledOnce((on, { id }: { id: number }) =>
      on
        .selectFrom("user")
        .select("id")
        .where("id", ">", id + 1),
    );
    await expect(later(db, { id: 1 })).rejects.toThrow(/"id" has no value yet/);
  });
});
