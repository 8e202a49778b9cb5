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

  test("is planned once by PostgreSQL, unless it asks for all columns whichever they are", async ({ db, engine }) => {
    if (engine !== "postgres") return;
    const named = compiledOnce((on, { name }: { name: string }) =>
      on.selectFrom("user").select("id").where("name", "=", name).where("state", "=", "disabled"),
    );
    const whole = compiledOnce((on, { name }: { name: string }) =>
      on.selectFrom("user").selectAll().where("name", "=", name).where("state", "=", "disabled"),
    );
    await inTransaction(db, async (tx) => {
      await named(tx, { name: "Rita" });
      await whole(tx, { name: "Rita" });
      const kept = sql<{
        statement: string;
      }>`select statement from pg_prepared_statements where statement like '%"state" = $2'`;
      expect((await kept.execute(tx)).rows).toEqual([
        { statement: 'select "id" from "user" where "name" = $1 and "state" = $2' },
      ]);
    });
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
