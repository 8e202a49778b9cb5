import { expect, test as plainTest } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import { doingAt } from "~/features/people/presence";
import { announce, listPresent, presenceWords, sweepPresence } from "~/features/people/presence.server";
import { onEachDatabase } from "../../support/database";
import { anAgent, aTask, NOON } from "../../support/factories";

plainTest("presence is put in words, writers first", () => {
  const [ada, ben, cleo] = ["Ada", "Ben", "Cleo"].map((name, id) => ({ id, name, writing: name === "Ben" }));
  if (!ada || !ben || !cleo) throw new Error("A person is missing.");
  expect(presenceWords([])).toBe("");
  expect(presenceWords([ada])).toBe("Ada is viewing this task.");
  expect(presenceWords([ada, ben, cleo])).toBe("Ben is writing a message. Ada and Cleo are viewing this task.");
});

plainTest("an agent counts as writing for twelve seconds after a key press", () => {
  expect(doingAt(null, NOON)).toBe("viewing");
  expect(doingAt(NOON, NOON + 11_999)).toBe("writing");
  expect(doingAt(NOON, NOON + 12_000)).toBe("viewing");
});

onEachDatabase("presence (domain B12)", (test) => {
  test("tells others with access who is there, for thirty seconds after each sign", async ({ db }) => {
    const [ada, bob] = [await anAgent(db, { name: "Ada" }), await anAgent(db, { name: "Bob" })];
    const { id, requester } = await aTask(db);
    const row = { id, requester_id: requester.id, assignee_id: null, confidential: 0, team_id: 1 } as const;
    expect(await announce(db, ada, id, "viewing", NOON)).toEqual([]);
    expect(await announce(db, bob, id, "writing", NOON + 10_000)).toEqual([
      { id: ada.id, name: "Ada", writing: false },
    ]);
    expect(await announce(db, ada, id, "viewing", NOON + 20_000)).toEqual([{ id: bob.id, name: "Bob", writing: true }]);
    expect(await listPresent(db, bob, row, NOON + 49_999)).toHaveLength(1);
    expect(await listPresent(db, bob, row, NOON + 50_000)).toEqual([]);
    expect(await announce(db, ada, id, "gone", NOON + 21_000)).toEqual([]);
    expect(await listPresent(db, bob, row, NOON + 22_000)).toEqual([]);
    expect(await announce(db, requester, id, "viewing", NOON)).toBeNull();
    expect(await announce(db, ada, 999, "viewing", NOON)).toBeNull();

    await inTransaction(db, (tx) => sweepPresence(tx, NOON + 40_000));
    expect(await db.selectFrom("presence").selectAll().execute()).toEqual([]);
  });

  test("hides agents without access from others, and others from them", async ({ db }) => {
    const [ada, bob] = [await anAgent(db), await anAgent(db)];
    const { id } = await aTask(db, { requester: bob });
    await announce(db, bob, id, "viewing", NOON);
    await db.deleteFrom("team_member").where("user_id", "=", bob.id).execute();
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", id).execute();
    expect(await announce(db, ada, id, "viewing", NOON + 1)).toEqual([]);
    expect(await announce(db, bob, id, "viewing", NOON + 1)).toBeNull();
  });
});
