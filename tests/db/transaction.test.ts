import { sql } from "kysely";
import { expect } from "vitest";
import { databaseTrouble } from "~/db/database-errors.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import { onEachDatabase } from "../support/database";
import { aTask } from "../support/factories";

onEachDatabase("a transaction", (test) => {
  test("is retried after a deadlock with another one", async ({ db, engine }) => {
    const [one, other] = [await aTask(db), await aTask(db)];
    const tries = { there: 0, back: 0 };
    const barrier = engine === "postgres" ? meeting(2) : () => {}; // SQLite has one writer, so no deadlock
    const raise = (tx: Tx, id: number) =>
      tx
        .updateTable("task")
        .set((eb) => ({ version: eb("version", "+", 1) }))
        .where("id", "=", id)
        .execute();
    const change = (name: keyof typeof tries, first: number, second: number) =>
      inTransaction(db, async (tx) => {
        tries[name]++;
        await raise(tx, first);
        await barrier();
        await raise(tx, second);
        return name;
      });

    const both = [change("there", one.id, other.id), change("back", other.id, one.id)];
    expect(await Promise.all(both)).toEqual(["there", "back"]);
    expect(tries.there + tries.back).toBe(engine === "postgres" ? 3 : 2);
    const rows = await db.selectFrom("task").select("version").execute();
    expect(rows).toEqual([{ version: 3 }, { version: 3 }]);
  });

  test("rejects further statements once it has failed", async ({ db }) => {
    const named = (tx: Tx, name: string) => tx.insertInto("team").values({ name, is_default: 0 }).execute();
    let done = db as Tx;
    const failing = inTransaction(db, async (tx) => {
      done = tx;
      await named(tx, "Three");
      await sql`select 1 from nowhere`.execute(tx);
    });
    await expect(failing).rejects.toThrow("nowhere");
    const late = async () => named(done, "Late");
    await expect(late()).rejects.toThrow("rolled back");
    const left = await db.selectFrom("team").select("name").where("name", "in", ["Three", "Late"]).execute();
    expect(left).toEqual([]);
  });

  test("isn't retried after another error, and leaves no rows", async ({ db }) => {
    let tries = 0;
    const failing = inTransaction(db, async (tx) => {
      tries++;
      await tx.insertInto("team").values({ name: "Half", is_default: 0 }).execute();
      await sql`select nothing from nowhere`.execute(tx);
    });
    await expect(failing).rejects.toThrow();
    expect(tries).toBe(1);
    expect(await db.selectFrom("team").select("id").where("name", "=", "Half").execute()).toEqual([]);
  });
});

onEachDatabase("a transaction on a full disk", (test) => {
  test("reports the database as full and leaves no rows", async ({ db, engine }) => {
    const named = (tx: Tx, name: string) => tx.insertInto("team").values({ name, is_default: 0 }).execute();
    const fill = { sqlite: sql`pragma max_page_count = 1`, postgres: sql`select 1` }; // SQLite keeps the pages it has
    await fill[engine].execute(db);
    const noRoom = {
      sqlite: (tx: Tx) => named(tx, "long ".repeat(100_000)),
      postgres: (tx: Tx) => sql`do $$ begin raise 'could not extend file' using errcode = '53100'; end $$`.execute(tx),
    };
    const failing = inTransaction(db, async (tx) => {
      await named(tx, "Short");
      await noRoom[engine](tx);
    });
    expect(databaseTrouble(await failing.catch((error: unknown) => error))).toBe("full");
    expect(await db.selectFrom("team").select("id").where("name", "=", "Short").execute()).toEqual([]);
    await inTransaction(db, (tx) => named(tx, "Another")); // the next transaction works as usual
  });
});

/** A barrier: the first `people` callers wait for each other, later ones pass. */
function meeting(people: number) {
  let arrived = 0;
  let open = () => {};
  const met = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    if (++arrived >= people) open();
    return met;
  };
}
