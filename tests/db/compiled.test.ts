import { expect } from "vitest";
import { compiledOnce } from "~/db/compiled-query-cache.server";
import { inTransaction } from "~/db/transaction.server";
import { onEachDatabase } from "../support/database";
import { aRequester } from "../support/factories";

onEachDatabase("a query compiled once", (test) => {
  test("returns rows for the given values and shape, in a transaction too", async ({ db }) => {
    let built = 0;
    const named = compiledOnce(
      (on, { newest }: { newest: boolean }, { name, from }: { name: string; from: number }) => {
        built++;
        return on
          .selectFrom("user")
          .select("email")
          .where("name", "=", name)
          .where("id", ">=", from)
          .orderBy("id", newest ? "desc" : "asc");
      },
    );
    const [first, second] = [{ email: "rita@example.com" }, { email: "rita@example.org" }];
    for (const { email } of [first, second]) await aRequester(db, { name: "Rita", email });
    expect(await named(db, { newest: false }, { name: "Rita", from: 0 })).toEqual([first, second]);
    expect(await named(db, { newest: true }, { name: "Rita", from: 0 })).toEqual([second, first]);
    expect(await named(db, { newest: true }, { name: "Otto", from: 0 })).toEqual([]);
    expect(await named(db, { newest: false }, { name: "Rita", from: 10_000 })).toEqual([]);
    expect(await inTransaction(db, (tx) => named(tx, { newest: false }, { name: "Rita", from: 0 }))).toHaveLength(2);
    expect(built).toBe(2);
  });

  test("throws when it puts a value into text", async ({ db }) => {
    const wrong = compiledOnce((on, _shape: Record<never, never>, { name }: { name: string }) =>
      on.selectFrom("user").select("id").where("name", "=", `${name}!`),
    );
    await expect(wrong(db, {}, { name: "Rita" })).rejects.toThrow('"name" has no value yet');
  });
});
