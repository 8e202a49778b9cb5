import { expect } from "vitest";
import type { Db } from "~/db/types";
import { listTasks } from "~/features/tasks/task-list.server";
import type { Viewer } from "~/features/users/user-words";
import { listMeant } from "~/features/views/list-meant.server";
import { onEachDatabase } from "../../support/database";
import { anAgent, aRequester, aTask, NOON } from "../../support/factories";

async function asked(db: Db, viewer: Viewer, texts: Record<string, string>) {
  const meant = await listMeant(db, viewer, new URLSearchParams(texts), NOON);
  if (!meant.asked.ok) return meant.asked.error.message;
  const { tasks } = await listTasks(db, viewer, { ...meant.asked, sort: meant.sort });
  return { titles: tasks.map(({ title }) => title).sort(), notices: meant.asked.notices.map(({ message }) => message) };
}

onEachDatabase("the assignee of a list, by name (A7)", (test) => {
  test("is by name, address or number, and asked for beside what is written, however that ends", async ({ db }) => {
    const ada = await anAgent(db, { name: "Ada Winter" });
    const ben = await anAgent(db, { name: "Ben Frost" });
    await aTask(db, { title: "Printer of Ada", assignee: ada });
    await aTask(db, { title: "Printer of Ben", assignee: ben });
    await aTask(db, { title: "Printer" });

    const ofBen = { titles: ["Printer of Ben"], notices: [] };
    for (const assignee of ["Ben Frost", "ben", ben.email ?? "", `Ben Frost (person ${ben.id})`]) {
      expect(await asked(db, ada, { assignee }), assignee).toEqual(ofBen);
    }
    for (const q of ["printer NOT", '-"foo', "-(foo", "printer) OR printer", "printer OR printer"]) {
      expect(await asked(db, ada, { q, assignee: "ben" }), q).toMatchObject({ titles: ["Printer of Ben"] });
    }
    expect(await asked(db, ada, { assignee: "nobody here" })).toEqual({
      titles: [],
      notices: ["Nobody is called “nobody here”."],
    });
    expect(await asked(db, ada, { assignee: 'a "b\\' })).toMatchObject({ titles: [] });
    expect(await asked(db, ada, { assignee: "me" })).toMatchObject({ titles: ["Printer of Ada"] });
    expect(await asked(db, ada, { assignee: "any" })).toMatchObject({ titles: ["Printer of Ada", "Printer of Ben"] });
  });

  test("is nothing that a requester narrows a list by", async ({ db }) => {
    const [ada, rita] = [await anAgent(db, { name: "Ada Winter" }), await aRequester(db)];
    await aTask(db, { title: "Hers", requester: rita, assignee: ada });
    await aTask(db, { title: "Hers, too", requester: rita });
    expect(await asked(db, rita, { assignee: "Ada" })).toEqual({ titles: ["Hers", "Hers, too"], notices: [] });
  });
});

onEachDatabase("the status of a list (B6)", (test) => {
  test("is narrowed to a single status only for those who work on tasks: a key may tell what requesters do not read", async ({
    db,
  }) => {
    const [ada, rita] = [await anAgent(db), await aRequester(db)];
    const mine = [await aTask(db, { requester: rita }), await aTask(db, { requester: rita, status: "on_hold" })];
    const found = async (who: Viewer, status: string) => {
      const { asked, address, texts } = await listMeant(db, who, new URLSearchParams({ status }), NOON);
      const listed = asked.ok ? (await listTasks(db, who, asked)).tasks.map(({ id }) => id).sort((a, b) => a - b) : [];
      return [listed, address.texts.status, texts.status];
    };
    const [received, held] = mine.map(({ id }) => id);
    expect(await found(ada, "on_hold")).toEqual([[held], "on_hold", "on_hold"]);
    expect(await found(rita, "on_hold")).toEqual([[received, held], "", ""]);
    expect(await found(rita, "closed")).toEqual([[received, held], "", ""]);
    expect(await found(rita, "done")).toEqual([[], "done", "done"]);
  });
});
