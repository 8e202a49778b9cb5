import { expect } from "vitest";
import type { Db } from "~/db/types";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import { compileTaskQuery } from "~/features/search/compile-query.server";
import { listTasks } from "~/features/task-list/task-list.server";
import { markSeen, markUnread } from "~/features/task-list/unread.server";
import { readTask } from "~/features/task-page/task-read.server";
import { changeTask } from "~/features/tasks/task-change.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";

/** The tasks unread for a viewer, which their list and the query language must agree on. */
async function unreadOf(db: Db, viewer: Viewer) {
  const any = { filter: { status: "any" }, sort: { key: "number", direction: "asc" } } as const;
  const marked = (await listTasks(db, viewer, any)).tasks.filter((task) => task.unread).map(({ id }) => id);
  const compiled = async (text: string) => {
    const query = await compileTaskQuery(db, viewer, text, NOON);
    if (!query.ok) throw new Error(query.error.message);
    const found = await listTasks(db, viewer, { ...any, where: (sight) => query.asked(sight).where });
    return found.tasks.map(({ id }) => id);
  };
  expect(await compiled("is:unread")).toEqual(marked);
  const all = (await listTasks(db, viewer, any)).tasks.map(({ id }) => id);
  expect(await compiled("-is:unread")).toEqual(all.filter((id) => !marked.includes(id)));
  return marked;
}

/** Opens the page of a task, as the route does. */
async function look(db: Db, viewer: Viewer, id: number, now: number) {
  const until = (await readTask(db, viewer, id, now))?.newlySeen;
  if (until != null) await markSeen(db, viewer, id, until, now);
  return until;
}

const words = (n: number) => ({ body: `Words ${n}.`, requestKey: aKey(), anyway: true });

onEachDatabase("domain B9: unread", (test) => {
  test("marks what others did since the viewer last looked, if they may see it; generated", async ({ db }) => {
    const [root, ada, ben] = [await anAdmin(db), await anAgent(db), await anAgent(db)];
    const [rita, cora, otto] = [await aRequester(db), await aRequester(db), await aRequester(db)];
    const people = [root, ada, ben, rita, cora, otto];
    const tasks: number[] = [];
    for (const requester of [rita, rita, ben]) tasks.push((await aTask(db, { requester })).id);
    const [first = 0, second = 0, own = 0] = tasks;
    await db.insertInto("participant").values({ task_id: second, user_id: cora.id, added_at: NOON }).execute();
    // Ben's own confidential request: he sees it as its requester, and Ada doesn't see it.
    const { id: staff } = await db
      .insertInto("team")
      .values({ name: "Staff", is_default: 0 })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.updateTable("task").set({ confidential: 1, team_id: staff }).where("id", "=", own).execute();

    const works = (who: Viewer, id: number) => who === root || (id !== own && (who === ada || who === ben));
    const sees = (who: Viewer, id: number) =>
      works(who, id) || (who === rita && id !== own) || (who === cora && id === second) || (who === ben && id === own);
    const news = new Map(people.map((who) => [who, new Set<number>()]));
    const happened = (id: number, by: Viewer | null, inner: boolean) => {
      for (const who of people) if (who !== by && sees(who, id) && (works(who, id) || !inner)) news.get(who)?.add(id);
    };

    let random = 7;
    const draw = (below: number) => {
      random = (random * 16_807) % 2_147_483_647;
      return random % below;
    };
    for (let n = 1; n <= 48; n++) {
      const [who = root, id = first, now] = [people[draw(6)], tasks[draw(3)], NOON + n * 1_000];
      switch (draw(6)) {
        case 0:
          if (!sees(who, id)) break;
          await replyToTask(db, who, id, words(n), now);
          happened(id, who, false);
          break;
        case 1:
          if (!works(who, id)) break;
          await addNote(db, who, id, words(n), now);
          happened(id, who, true);
          break;
        case 2: // the desk itself changes an internal field, or the status
          {
            const field = n % 2 ? "priority" : "status";
            const about = { task_id: id, actor_id: null, via: "system", kind: "changed", at: now } as const;
            await db
              .insertInto("event")
              .values({ ...about, field, old_value: "a", new_value: "b" })
              .execute();
            happened(id, null, field === "priority");
          }
          break;
        case 3:
          if (await markUnread(db, who, id, now)) news.get(who)?.add(id);
          break;
        default:
          await look(db, who, id, now);
          news.get(who)?.delete(id);
      }
      if (n % 4 > 0) continue;
      for (const one of people) {
        expect(await unreadOf(db, one), `step ${n}, ${one.name}`).toEqual([...(news.get(one) ?? [])].sort());
      }
    }
  });

  test("leaves out what the agent's own change causes, such as the status an assignment sets", async ({ db }) => {
    const [ada, ben, { id }] = [await anAgent(db), await anAgent(db), await aTask(db, { at: NOON - 1 })];
    await changeTask(db, ada, id, { change: { assignee: ben.id, version: 1 }, was: {} }, NOON + 1);
    const { status } = await db.selectFrom("task").select("status").where("id", "=", id).executeTakeFirstOrThrow();
    expect(status).toBe("in_progress");
    expect(await unreadOf(db, ada)).toEqual([]);
    expect(await unreadOf(db, ben)).toEqual([id]);
  });

  test("starts with the account: earlier tasks are never unread", async ({ db }) => {
    const { id } = await aTask(db, { at: NOON - 1 });
    const [ada, ben] = [await anAgent(db), await anAgent(db)];
    expect(await unreadOf(db, ada)).toEqual([]);
    await addNote(db, ben, id, words(1), NOON + 1);
    expect(await unreadOf(db, ada)).toEqual([id]);
    expect(await unreadOf(db, ben)).toEqual([]);
  });

  test("keeps what the viewed page didn't show, and an old page doesn't undo a later view", async ({ db }) => {
    const [ada, ben, { id }] = [await anAgent(db), await anAgent(db), await aTask(db)];
    await addNote(db, ben, id, words(1), NOON + 1);
    const page = await readTask(db, ada, id, NOON + 50);
    // Started before she looked, committed after.
    await addNote(db, ben, id, words(2), NOON + 40);
    await markSeen(db, ada, id, page?.newlySeen ?? 0, NOON + 50);
    expect(await unreadOf(db, ada)).toEqual([id]);
    await look(db, ada, id, NOON + 60);
    await markSeen(db, ada, id, page?.newlySeen ?? 0, NOON + 70);
    expect(await unreadOf(db, ada)).toEqual([]);
  });

  test("writes nothing on a second look, nor for a task the viewer may not see", async ({ db }) => {
    const [ada, otto, { id }] = [await anAgent(db), await aRequester(db), await aTask(db)];
    expect(await look(db, ada, id, NOON + 1)).not.toBeNull(); // recently viewed
    expect(await look(db, ada, id, NOON + 2)).toBeNull();
    expect(await markSeen(db, otto, id, NOON, NOON)).toBe(false);
    expect(await markUnread(db, otto, id, NOON)).toBe(false);
    expect(await db.selectFrom("task_seen").select("user_id").execute()).toEqual([{ user_id: ada.id }]);
  });
});
