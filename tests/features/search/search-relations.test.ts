import { expect } from "vitest";
import { putInCopy } from "~/features/people/participants.server";
import { addLink } from "~/features/relations/links.server";
import { mergeTasks } from "~/features/relations/merge.server";
import { makeSubTask } from "~/features/relations/sub-tasks.server";
import { jumpToTask } from "~/features/search/search-page.server";
import { searchTasks } from "~/features/search/search-tasks.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { anAgent, aRequester, aTask, NOON } from "../../support/factories";

onEachDatabase("domain B7: searching by related tasks", (test) => {
  test("parent:, linked:, is:child, is:parent, has:link and is:merged find tasks, for agents only", async ({ db }) => {
    const ada = await anAgent(db);
    const [parent, child, other, gone, secret] = [
      (await aTask(db)).id,
      (await aTask(db)).id,
      (await aTask(db)).id,
      (await aTask(db)).id,
      (await aTask(db)).id,
    ];
    await makeSubTask(db, ada, child, parent, NOON);
    await addLink(db, ada, other, { view: "blocks", other: child }, NOON);
    await addLink(db, ada, parent, { view: "relates", other: secret }, NOON);
    const sides = { source: gone, into: other, version: 1, intoVersion: 2, keepsRequester: false };
    expect(await mergeTasks(db, ada, sides, NOON)).toMatchObject({ ok: true });
    await db.deleteFrom("team_member").where("user_id", "=", ada.id).execute();
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", secret).execute();

    const found = async (viewer: Viewer, text: string) => {
      const result = await searchTasks(db, viewer, text, { now: NOON });
      return result.ok ? result.tasks.map(({ id }) => id).sort((a, b) => a - b) : result.error.message;
    };
    expect(await found(ada, `parent:${parent}`)).toEqual([child]);
    expect(await found(ada, `linked:#${child}`)).toEqual([other]);
    expect(await found(ada, `linked:${secret}`), "a task that Ada can't see").toEqual([]);
    expect(await found(ada, "is:child")).toEqual([child]);
    expect(await found(ada, "is:parent")).toEqual([parent]);
    expect(await found(ada, "has:link")).toEqual([parent, child, other]);
    expect(await found(ada, "is:merged")).toEqual([gone]);
    expect(await found(ada, "-is:merged")).toEqual([parent, child, other]);
    expect(await jumpToTask(db, ada, `#${gone}`)).toBe(other);

    const rita: Viewer = { ...ada, role: "requester" };
    for (const text of [`parent:${parent}`, "linked:1", "is:child", "has:link", "is:merged"]) {
      expect(await found(rita, text)).toMatch(/is only available to agents/);
    }
  });

  test("participant: doesn't reveal to a requester the name behind an address they typed", async ({ db }) => {
    const [ada, cora, dora] = [
      await anAgent(db),
      await aRequester(db, { name: "Cora" }),
      await aRequester(db, { name: "Dora" }),
    ];
    const { id, requester } = await aTask(db);
    const found = async (viewer: Viewer, text: string) => {
      const result = await searchTasks(db, viewer, text, { now: NOON });
      return result.ok && result.tasks.length === 1;
    };
    await putInCopy(db, requester, id, cora.email ?? "", NOON);
    expect(await found(requester, "participant:Cora"), "the requester typed only the address").toBe(false);
    expect(await found(requester, "-participant:Cora")).toBe(true);
    expect(await found(requester, "participant:any")).toBe(true);
    expect([await found(cora, "participant:me"), await found(ada, "participant:Cora")]).toEqual([true, true]);
    await putInCopy(db, ada, id, dora.email ?? "", NOON);
    expect(await found(requester, "participant:Dora"), "the page shows the name").toBe(true);
  });
});
