import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { addWatcher, listWatchers } from "~/features/people/watchers.server";
import { onEachDatabase } from "../../support/database";
import { anAdmin, anAgent, aRequester, aTask, disableUser, NOON } from "../../support/factories";

const watch = (db: Db, taskId: number, { id }: { id: number }) =>
  inTransaction(db, (tx) => addWatcher(tx, taskId, id, NOON));
const rowOf = (db: Db, id: number) => db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const names = async (db: Db, id: number) => (await listWatchers(db, await rowOf(db, id))).map(({ name }) => name);

onEachDatabase("watchers (domain B2)", (test) => {
  test("follow a task once, and are listed by name", async ({ db }) => {
    const { id } = await aTask(db);
    const [zoe, ada] = [await anAgent(db, { name: "Zoe" }), await anAdmin(db, { name: "Ada" })];
    expect(await watch(db, id, zoe)).toBe(true);
    expect(await watch(db, id, ada)).toBe(true);
    expect(await watch(db, id, zoe)).toBe(false);
    expect(await names(db, id)).toEqual(["Ada", "Zoe"]);
  });

  test("are people with agent access only, and drop out when they lose it", async ({ db }) => {
    const { id, requester } = await aTask(db);
    const [bob, eve] = [await anAgent(db, { name: "Bob" }), await anAgent(db, { name: "Eve" })];
    expect(await watch(db, id, requester)).toBe(false);
    expect(await watch(db, id, await aRequester(db))).toBe(false);
    await disableUser(db, eve);
    expect(await watch(db, id, eve)).toBe(false);
    expect(await watch(db, id, bob)).toBe(true);
    expect(await watch(db, 999, bob)).toBe(false);

    await db.deleteFrom("team_member").execute();
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", id).execute();
    expect(await names(db, id)).toEqual([]);
    expect(await watch(db, id, await anAdmin(db, { name: "Ann" }))).toBe(true);
    await db.updateTable("task").set({ assignee_id: bob.id }).where("id", "=", id).execute();
    expect(await names(db, id)).toEqual(["Ann", "Bob"]);
  });
});
