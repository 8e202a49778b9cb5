import { sql } from "kysely";
import { expect } from "vitest";
import { suggestAssignees } from "~/features/people/suggest-assignees.server";
import { suggestTags } from "~/features/tasks/suggest-tags.server";
import { onEachDatabase } from "../../support/database";
import { anAdmin, anAgent, aRequester, aTask, disableUser, NOON } from "../../support/factories";

onEachDatabase("assignee suggestions (domain B5, B6)", (test) => {
  test("are active agents, found by name or address, eight at most", async ({ db }) => {
    const ada = await anAgent(db, { name: "Ada Lovelace", email: "countess@example.org" });
    await disableUser(db, await anAgent(db, { name: "Adam Gone" }));
    await aRequester(db, { name: "Ada Requester" });
    const names = async (words: string) =>
      (await suggestAssignees(db, ada, null, words, NOON))?.map(({ label, detail }) => `${label} ${detail}`);
    expect(await names("love")).toEqual(["Ada Lovelace countess@example.org"]);
    expect(await names("countess@ex")).toEqual(["Ada Lovelace countess@example.org"]);
    expect(await names("ad")).toHaveLength(1);
    for (let n = 10; n < 20; n++) await anAgent(db, { name: `Änne ${n}` });
    expect(await names("anne")).toHaveLength(8);
  });

  test("for a confidential task are its team and admins, not an outside assignee", async ({ db }) => {
    const [root, ada, lena] = [
      await anAdmin(db, { name: "Root" }),
      await anAgent(db, { name: "Ada" }),
      await anAgent(db, { name: "Lena" }),
    ];
    const { id } = await aTask(db, { assignee: lena });
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", id).execute();
    await db.deleteFrom("team_member").where("user_id", "in", [lena.id, root.id]).execute();
    const names = async (viewer: typeof ada) =>
      (await suggestAssignees(db, viewer, id, "", NOON))?.map((one) => one.label);
    expect(await names(ada)).toEqual(["Ada", "Root"]);
    expect(await names(lena)).toEqual(["Ada", "Root"]);
    await db.updateTable("task").set({ assignee_id: ada.id }).where("id", "=", id).execute();
    expect(await names(lena)).toBeUndefined();
    expect(await suggestAssignees(db, await aRequester(db), null, "a", NOON)).toBeNull();
  });
});

onEachDatabase("tag suggestions (domain B2, B6)", (test) => {
  test("match a prefix, each once, in order, eight at most", async ({ db }) => {
    const ada = await anAgent(db);
    const tags = async (words: string) => (await suggestTags(db, ada, words))?.map(({ value }) => value);
    for (const some of [["vpn", "net/core"], ["vpn", "vpn_x"], ["über"]]) await aTask(db, { tags: some });
    expect(await tags("vp")).toEqual(["vpn", "vpn_x"]);
    expect(await tags("VPN")).toEqual(["vpn", "vpn_x"]);
    expect(await tags("vpn%")).toEqual([]);
    expect(await tags("Üb")).toEqual(["über"]);
    expect(await tags("core")).toEqual([]);
    expect(await tags(" ")).toEqual([]);
    for (let n = 10; n < 20; n++) await aTask(db, { tags: [`t${n}`] });
    expect(await tags("t")).toEqual([10, 11, 12, 13, 14, 15, 16, 17].map((n) => `t${n}`));
  });

  test("leave out confidential tasks of other teams, and requesters get none", async ({ db }) => {
    const [ada, rita] = [await anAgent(db), await aRequester(db)];
    const { id } = await aTask(db, { requester: rita, tags: ["layoffs"] });
    expect(await suggestTags(db, ada, "lay")).toHaveLength(1);
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", id).execute();
    await db.deleteFrom("team_member").execute();
    expect(await suggestTags(db, ada, "lay")).toEqual([]);
    expect(await suggestTags(db, rita, "lay")).toBeNull();
  });

  test("are read through the index, one step each", async ({ db, engine }) => {
    if (engine !== "sqlite") return;
    const plan = await sql<{ detail: string }>`explain query plan
      select task_tag.tag from task_tag inner join task on task.id = task_tag.task_id
      where task_tag.tag >= 'a' and task_tag.tag < 'b' and task_tag.tag > 'aa' order by task_tag.tag limit 1`.execute(
      db,
    );
    const steps = plan.rows.map(({ detail }) => detail).join("; ");
    expect(steps).toContain("SEARCH task_tag USING COVERING INDEX task_tag_by_tag");
    expect(steps).not.toMatch(/SCAN|TEMP B-TREE/);
  });
});
