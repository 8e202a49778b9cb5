import { describe, expect, test } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { insertMessage } from "~/features/conversation/insert-message.server";
import { type MessagePlace, parseMessagePlace } from "~/features/conversation/messages/conversation-page-url";
import { newMessageSince, PAGE_MESSAGES, taskOfMessage } from "~/features/conversation/messages/message-page.server";
import { readTask } from "~/features/task-page/task-read.server";
import { recordEvents } from "~/features/tasks/write-task-history.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../../support/database";
import { anAgent, aRequester, aTask, NOON } from "../../../support/factories";

/** A task whose description is "0", followed by messages "1", "2", …; every fifth is a note. Two share each second. */
async function aLongTask(db: Db, messages: number) {
  const [rita, ada] = [await aRequester(db), await anAgent(db)];
  const { id } = await aTask(db, { requester: rita, body: "0" });
  await inTransaction(db, async (tx) => {
    for (let n = 1; n < messages; n++) {
      const kind = n % 5 === 0 ? "internal" : "public";
      const at = NOON + Math.floor((n + 1) / 2) * 1_000;
      await insertMessage(tx, { taskId: id, authorId: ada.id, kind, side: "agent", body: String(n) }, at);
    }
  });
  return { id, rita, ada };
}

/** Repeats a task's last message and its event, a second apart, in few statements. */
async function repeatLast(db: Db, id: number, times: number) {
  const messages = db.selectFrom("message").selectAll().where("task_id", "=", id).orderBy("id", "desc");
  const { id: messageId, ...message } = await messages.executeTakeFirstOrThrow();
  const events = db.selectFrom("event").selectAll().where("message_id", "=", messageId);
  const { id: _, ...event } = await events.executeTakeFirstOrThrow();
  for (let n = 0; n < times; n += 50) {
    const at = Array.from({ length: Math.min(50, times - n) }, (_, i) => message.created_at + (n + i + 1) * 1_000);
    const copies = at.map((created_at) => ({ ...message, created_at }));
    const made = await db.insertInto("message").values(copies).returning(["id", "created_at"]).execute();
    const told = made.map((row) => ({ ...event, message_id: row.id, at: row.created_at }));
    await db.insertInto("event").values(told).execute();
  }
}

async function pageOf(db: Db, viewer: Viewer, id: number, place?: MessagePlace) {
  const task = await readTask(db, viewer, id, NOON, place);
  if (!task) throw new Error("There's no such task.");
  return { ...task, bodies: task.messages.map(({ html }) => Number(/\d+/.exec(html)?.[0])) };
}

/** The number of queries that opening a task takes, and the size of the response. */
async function costOf(db: Db, viewer: Viewer, id: number) {
  let queries = 0;
  const counting = db.withPlugin({
    transformQuery({ node }) {
      queries++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const bytes = JSON.stringify(await readTask(counting, viewer, id, NOON)).length;
  return { queries, bytes };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

onEachDatabase("a long conversation (domain B16)", (test) => {
  test("opens on its newest page, with older ones back to the description", async ({ db }) => {
    const { id, ada } = await aLongTask(db, 2 * PAGE_MESSAGES + 10);
    const newest = await pageOf(db, ada, id);
    expect(newest.bodies).toEqual(numbers(60, 109));
    expect(newest.newer).toBeNull();
    expect(newest.messages[0]?.onBehalfOf).toBeUndefined();

    if (!newest.older) throw new Error("There is no older page.");
    const middle = await pageOf(db, ada, id, { kind: "before", position: newest.older });
    expect(middle.bodies).toEqual(numbers(10, 59));
    if (!middle.older || !middle.newer) throw new Error("The middle page lacks an older or a newer page.");
    const oldest = await pageOf(db, ada, id, { kind: "before", position: middle.older });
    expect(oldest.bodies).toEqual(numbers(0, 9));
    expect(oldest.older).toBeNull();
    if (!oldest.newer) throw new Error("There is no newer page.");
    expect((await pageOf(db, ada, id, { kind: "after", position: oldest.newer })).bodies).toEqual(numbers(10, 59));
    expect((await pageOf(db, ada, id, { kind: "after", position: middle.newer })).bodies).toEqual(numbers(60, 109));
  });

  test("has an address for each message, which opens the right page", async ({ db }) => {
    const { id, ada } = await aLongTask(db, 120);
    const rows = await db.selectFrom("message").select(["id", "body"]).where("task_id", "=", id).execute();
    for (const { id: message, body } of rows) {
      const page = await pageOf(db, ada, id, { kind: "message", id: message });
      expect(page.marked).toBe(message);
      expect(page.bodies).toContain(Number(body));
      expect(page.bodies.length).toBeLessThanOrEqual(PAGE_MESSAGES);
      expect(page.bodies).toEqual(numbers(page.bodies[0] ?? -1, page.bodies.at(-1) ?? -1));
      expect([page.older === null, page.newer === null]).toEqual([page.bodies[0] === 0, page.bodies.at(-1) === 119]);
    }
  });

  test("gives requesters pages of public messages only, and no note by its id", async ({ db }) => {
    const { id, rita, ada } = await aLongTask(db, 120);
    const said = numbers(0, 119).filter((n) => n === 0 || n % 5 !== 0);
    const newest = await pageOf(db, rita, id);
    expect(newest.bodies).toEqual(said.slice(-PAGE_MESSAGES));
    if (!newest.older) throw new Error("There is no older page.");
    expect((await pageOf(db, rita, id, { kind: "before", position: newest.older })).bodies).toEqual(
      said.slice(0, -PAGE_MESSAGES),
    );
    const note = await db.selectFrom("message").select("id").where("kind", "=", "internal").executeTakeFirstOrThrow();
    const asked = await pageOf(db, rita, id, { kind: "message", id: note.id });
    expect([asked.marked, asked.bodies]).toEqual([null, newest.bodies]);
    expect(await taskOfMessage(db, rita, note.id)).toBeNull();
    expect(await taskOfMessage(db, ada, note.id)).toBe(id);
    expect(await taskOfMessage(db, await aRequester(db), newest.messages[0]?.id ?? 0)).toBeNull();
  });

  test("names the latest message on every page, so a reply from any of them goes through", async ({ db }) => {
    const { id, ada, rita } = await aLongTask(db, 120);
    const { seen, older } = await pageOf(db, ada, id);
    for (const viewer of [ada, rita]) {
      expect((await pageOf(db, viewer, id, { kind: "before", position: older ?? { at: 0, id: 0 } })).seen).toEqual(
        seen,
      );
    }
  });

  test("takes as many queries with 2,000 messages as with 100, and a response of similar size", async ({ db }) => {
    const { id, ada, rita } = await aLongTask(db, 100);
    const short = await costOf(db, ada, id);
    const told = await costOf(db, rita, id);
    await inTransaction(db, async (tx) => {
      const message = { taskId: id, authorId: ada.id, kind: "public", side: "agent", body: "100" } as const;
      const { id: messageId } = await insertMessage(tx, message, NOON + 100_000);
      const said = { kind: "replied", messageId, side: "agent" } as const;
      await recordEvents(tx, [{ taskId: id, actorId: ada.id, ...said, at: NOON + 100_000 }]);
    });
    await repeatLast(db, id, 1_899);
    for (const [viewer, before, most] of [
      [ada, short, 24],
      [rita, told, 10],
    ] as const) {
      const { queries, bytes } = await costOf(db, viewer, id);
      expect(queries).toBeLessThanOrEqual(most);
      expect(queries).toBe(before.queries);
      expect(bytes).toBeLessThan(before.bytes * 2); // more of its history is on the page
    }
  });
});

describe("the address of a message page", () => {
  test.each([
    ["", { kind: "newest" }],
    ["message=12", { kind: "message", id: 12 }],
    ["message=0&before=1~2", { kind: "before", position: { at: 1, id: 2 } }],
    ["after=1772357400000~9", { kind: "after", position: { at: 1_772_357_400_000, id: 9 } }],
    ["before=1772357400000", { kind: "newest" }],
    ["after=1~2~3", { kind: "newest" }],
    ["message=12345678901", { kind: "newest" }],
    ["before=-1~1", { kind: "newest" }],
  ])("%j", (query, place) => {
    expect(parseMessagePlace(new URLSearchParams(query))).toEqual(place);
  });
});

onEachDatabase("the first new message while a reply is written (domain B12)", (test) => {
  test("is public, by another author, not held, and on a task the viewer may see", async ({ db }) => {
    const [ada, bob, rita] = [await anAgent(db), await anAgent(db), await aRequester(db)];
    const { id } = await aTask(db, { requester: rita });
    const news = (viewer: Viewer) => newMessageSince(db, viewer, id, { at: NOON, id: 2 ** 31 - 1 });
    const say = (author: Viewer, kind: "public" | "internal", at: number, isHeld = false) =>
      inTransaction(db, (tx) =>
        insertMessage(tx, { taskId: id, authorId: author.id, kind, side: "agent", body: "Said", isHeld }, NOON + at),
      );
    await say(bob, "internal", 1);
    await say(ada, "public", 2);
    const held = await say(bob, "public", 3, true);
    await db
      .updateTable("message")
      .set({ send_after: NOON + 60_000 })
      .where("id", "=", held.id)
      .execute();
    expect(await news(ada)).toBeNull();
    const first = await say(bob, "public", 4);
    await say(rita, "public", 5);
    expect(await news(ada)).toBe(first.id);

    await db.deleteFrom("team_member").where("user_id", "=", ada.id).execute();
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", id).execute();
    expect(await news(ada)).toBeNull();
    expect(await news(await aRequester(db))).toBeNull();
  });
});
