import { expect } from "vitest";
import { deleteOldRequestKeys, once } from "~/db/once-per-form.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { createUser } from "~/features/users/user-queries.server";
import { onEachDatabase } from "../support/database";

const NOW = Date.UTC(2026, 2, 1, 9);

async function makeTeam(db: Db, userId: number, key: string, name: string | null, text?: string) {
  return inTransaction(db, (tx) =>
    once(tx, { userId, key, ...(text !== undefined && { text }) }, NOW, async () => {
      if (name === null) return null;
      const row = await tx.insertInto("team").values({ name, is_default: 0 }).returning("id").executeTakeFirstOrThrow();
      return row.id;
    }),
  );
}

async function twoPeople(db: Db) {
  const both = [];
  for (const name of ["Ada", "Bob"]) both.push(await createUser(db, { name, email: null, role: "agent" }, NOW));
  return both.map((made) => (made.ok ? made.id : 0)) as [number, number];
}

onEachDatabase("a resent form", (test) => {
  test("returns what the first submission created", async ({ db }) => {
    const [ada, bob] = await twoPeople(db);
    const first = await makeTeam(db, ada, "key", "Network");
    expect(first).toMatchObject({ repeated: false });
    expect(await makeTeam(db, ada, "key", "Storage")).toMatchObject({ id: first?.id, repeated: true });
    expect(await makeTeam(db, bob, "key", "Phones")).toMatchObject({ repeated: false });
  });

  test("creates one row, however many copies arrive at once", async ({ db }) => {
    const [ada] = await twoPeople(db);
    const all = await Promise.all(["A", "B", "C", "D"].map((name) => makeTeam(db, ada, "key", name)));
    expect(new Set(all.map((each) => each?.id)).size).toBe(1);
    expect(all.filter((each) => each?.repeated)).toHaveLength(3);
  });

  test("reports a different text, but only when both submissions have one", async ({ db }) => {
    const [ada] = await twoPeople(db);
    const first = await makeTeam(db, ada, "key", "Network", "Hello");
    expect(first).toMatchObject({ repeated: false, differentText: false });
    expect(await makeTeam(db, ada, "key", "A", "Hello")).toEqual({
      id: first?.id,
      repeated: true,
      differentText: false,
    });
    expect(await makeTeam(db, ada, "key", "B", "Goodbye")).toEqual({
      id: first?.id,
      repeated: true,
      differentText: true,
    });
    expect(await makeTeam(db, ada, "key", "C")).toMatchObject({ repeated: true, differentText: false });
    await makeTeam(db, ada, "other", "D");
    expect(await makeTeam(db, ada, "other", "E", "Hello")).toMatchObject({ repeated: true, differentText: false });
  });

  test("runs again when the first submission was refused", async ({ db }) => {
    const [ada] = await twoPeople(db);
    expect(await makeTeam(db, ada, "key", null)).toBeNull();
    expect(await makeTeam(db, ada, "key", "Network")).toMatchObject({ repeated: false });
  });

  test("is remembered for 30 days", async ({ db }) => {
    const [ada] = await twoPeople(db);
    const first = await makeTeam(db, ada, "key", "Network");
    const days = 24 * 60 * 60 * 1000;
    await deleteOldRequestKeys(db, NOW + 30 * days);
    expect(await makeTeam(db, ada, "key", "Storage")).toMatchObject({ id: first?.id, repeated: true });
    await deleteOldRequestKeys(db, NOW + 30 * days + 1);
    expect(await makeTeam(db, ada, "key", "Phones")).toMatchObject({ repeated: false });
  });
});
