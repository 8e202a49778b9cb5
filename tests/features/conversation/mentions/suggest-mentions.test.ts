import { expect } from "vitest";
import { suggestMentions } from "~/features/conversation/mentions/mentions.server";
import { onEachDatabase } from "../../../support/database";
import { anAdmin, anAgent, aRequester, aTask, disableUser } from "../../../support/factories";

onEachDatabase("domain B4 and B6: mention suggestions", (test) => {
  test("list the agents who can work on the task, by name, eight at most", async ({ db }) => {
    const ada = await anAgent(db, { name: "Ada Lovelace", email: "ada@example.org" });
    const gone = await anAgent(db, { name: "Adam Gone" });
    await disableUser(db, gone);
    await aRequester(db, { name: "Ada Requester" });
    const { id } = await aTask(db);
    const names = async (words: string) => (await suggestMentions(db, ada, id, words))?.map(({ name }) => name);
    expect(await names("ad")).toEqual(["Ada Lovelace"]);
    expect(await names("LOVE a")).toEqual(["Ada Lovelace"]);
    expect(await names("%")).toEqual(["Ada Lovelace"]);
    expect(await names("zz")).toEqual([]);
    for (let n = 1; n <= 10; n++) await anAgent(db, { name: `Änne ${String(n).padStart(2, "0")}` });
    expect(await names("anne")).toHaveLength(8);
    expect((await names(""))?.[0]).toBe("Ada Lovelace");
  });

  test("insert the address of agents who share a name", async ({ db }) => {
    const ada = await anAgent(db, { name: "Sam", email: "one@example.org" });
    await anAgent(db, { name: "Sam", email: "two@example.org" });
    const { id } = await aTask(db);
    const written = (await suggestMentions(db, ada, id, "sam"))?.map(({ write }) => write);
    expect(written).toEqual(["one@example.org", "two@example.org"]);
  });

  test("for a confidential task list its team, its assignee and admins", async ({ db }) => {
    const [root, ada, olaf, lena] = [
      await anAdmin(db, { name: "Root" }),
      await anAgent(db, { name: "Ada" }),
      await anAgent(db, { name: "Olaf" }),
      await anAgent(db, { name: "Lena" }),
    ];
    const { id } = await aTask(db, { assignee: lena });
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", id).execute();
    await db.deleteFrom("team_member").where("user_id", "in", [olaf.id, lena.id, root.id]).execute();
    const seen = (await suggestMentions(db, ada, id, ""))?.map(({ name }) => name);
    expect(seen).toEqual(["Ada", "Lena", "Root"]);
    expect(await suggestMentions(db, olaf, id, "")).toBeNull();
  });

  test("are never shown to requesters, not even on their own task", async ({ db }) => {
    const rita = await aRequester(db);
    const { id } = await aTask(db, { requester: rita });
    expect(await suggestMentions(db, rita, id, "a")).toBeNull();
  });
});
