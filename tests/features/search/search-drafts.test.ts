import { expect } from "vitest";
import type { Db } from "~/db/types";
import { deleteDraft } from "~/features/conversation/drafts/draft-changes.server";
import { saveDraft } from "~/features/conversation/drafts/draft-save.server";
import { searchTasks } from "~/features/search/search-tasks.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { anAgent, aTask, NOON } from "../../support/factories";

/* domain B7, B12: `has:draft`. */

async function found(db: Db, viewer: Viewer, text: string) {
  const result = await searchTasks(db, viewer, text, { now: NOON });
  return result.ok ? result.tasks.map((task) => task.id) : result.error.message;
}

onEachDatabase("has:draft", (test) => {
  test("finds tasks with the viewer's own draft, not another user's or a deleted one", async ({ db }) => {
    const [ada, bob] = [await anAgent(db), await anAgent(db)];
    const [one, two] = [await aTask(db), await aTask(db)];
    await saveDraft(db, ada, { kind: "note", taskId: one.id }, { body: "Hm" }, NOON);
    const gone = await saveDraft(db, ada, { kind: "reply", taskId: two.id }, { body: "Hm" }, NOON);
    await deleteDraft(db, ada, gone.ok ? (gone.draft?.id ?? 0) : 0, NOON);
    expect(await found(db, ada, "has:draft")).toEqual([one.id]);
    expect(await found(db, ada, "-has:draft")).toEqual([two.id]);
    expect(await found(db, bob, "has:draft")).toEqual([]);
    expect(await found(db, one.requester, "has:draft")).toEqual([]);
  });
});
