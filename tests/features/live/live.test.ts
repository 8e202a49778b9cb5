import { readdirSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { expect, vi } from "vitest";
import { connectPostgres, rawOf } from "~/db/connect.server";
import type { Db } from "~/db/types";
import { redactFiles, redactMessage } from "~/features/conversation/corrections/redact-message.server";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import { liveOf } from "~/features/live/live.server";
import { MOST_EVENTS } from "~/features/live/new-events.server";
import { announce } from "~/features/people/presence.server";
import { changeTask } from "~/features/tasks/task-change.server";
import { recordEvents } from "~/features/tasks/write-task-history.server";
import { log } from "~/lib/log.server";
import { onEachDatabase } from "../../support/database";
import { aCustomField, aKey, anAdmin, anAgent, aRequester, aTask } from "../../support/factories";
import { type Listener, listen } from "../../support/listen";

let written = 0;
const words = () => ({ body: `Hello ${++written}.`, requestKey: aKey() });
const say = (db: Db, who: Parameters<typeof replyToTask>[1], id: number) =>
  replyToTask(db, who, id, words(), Date.now());
const note = (db: Db, who: Parameters<typeof addNote>[1], id: number) => addNote(db, who, id, words(), Date.now());
const prioritize = (db: Db, who: Parameters<typeof changeTask>[1], id: number, priority: "high" | "low", version = 1) =>
  changeTask(db, who, id, { change: { priority, version }, was: { priority: "normal" } }, Date.now());

/** Kinds of the events about a task, without its version. */
const about = (heard: readonly object[], task: number) =>
  heard.flatMap((word) => ("task" in word && word.task === task && "kind" in word ? [word.kind] : []));

onEachDatabase("open pages", (test) => {
  test("receive only what their reader may see", async ({ db }) => {
    const [ada, bob, chief] = [await anAgent(db), await anAgent(db), await anAdmin(db)];
    const [rita, otto] = [await aRequester(db), await aRequester(db)];
    const { id } = await aTask(db, { requester: rita });
    const { id: ottos } = await aTask(db, { requester: otto });
    await db.deleteFrom("team_member").where("user_id", "=", bob.id).execute();
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", id).execute();
    await db
      .insertInto("team_member")
      .values({ team_id: 1, user_id: ada.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const [hers, his, chiefs, ritas, ottos_] = [
      await listen(db, ada),
      await listen(db, bob),
      await listen(db, chief),
      await listen(db, rita),
      await listen(db, otto),
    ];

    await note(db, ada, id);
    await expect.poll(() => about(hers.words, id)).toContain("message");
    await prioritize(db, ada, id, "high", 2);
    await expect.poll(() => about(hers.words, id)).toContain("task");
    await say(db, ada, id);
    await expect.poll(() => about(ritas.words, id)).toContain("message");
    await say(db, ada, ottos); // the last event, which each of the others receives
    await expect.poll(() => about(ottos_.words, ottos)).toContain("message");
    await expect.poll(() => about(his.words, ottos)).toContain("message");
    await expect.poll(() => about(chiefs.words, ottos)).toContain("message");

    expect(about(chiefs.words, id)).toContain("task");
    expect(about(his.words, id)).toEqual([]);
    expect(about(ottos_.words, id)).toEqual([]);
    expect(about(ritas.words, id).filter((kind) => kind === "message")).toEqual(["message"]); // the reply, not the note
    expect(about(ritas.words, ottos)).toEqual([]);
    expect(JSON.stringify(ritas.words)).not.toContain("version");
    await liveOf(db).stop();
  });

  test("of a requester receive nothing about notes and fields hidden from them", async ({ db }) => {
    const [ada, rita] = [await anAgent(db), await aRequester(db)];
    const { id } = await aTask(db, { requester: rita });
    const [hers, ritas] = [await listen(db, ada), await listen(db, rita)];
    await note(db, ada, id);
    await prioritize(db, ada, id, "high", 2);
    await expect.poll(() => about(hers.words, id)).toEqual(expect.arrayContaining(["message", "task"]));
    const before = await db.selectFrom("event").select("id").where("field", "=", "status").execute();
    expect(before).toEqual([]);
    await say(db, ada, id);
    await expect.poll(() => about(ritas.words, id)).toContain("message");
    expect(about(ritas.words, id)).not.toContain("notification");
    expect(ritas.words.filter(({ kind }) => kind === "message")).toHaveLength(1);
    await liveOf(db).stop();
  });

  test("of a requester receive the redaction of a message, but not of a note", async ({ db }) => {
    const [root, rita] = [await anAdmin(db), await aRequester(db)];
    const { id } = await aTask(db, { requester: rita });
    const newest = async () => {
      const messages = db.selectFrom("message").select("id").where("task_id", "=", id).orderBy("id", "desc");
      return (await messages.executeTakeFirstOrThrow()).id;
    };
    await say(db, root, id);
    const reply = await newest();
    const sha256 = "a".repeat(64);
    await db.insertInto("file").values({ sha256, size: 1, type: "text/plain", created_at: 1 }).execute();
    const row = { sha256, name: "a.txt", declared_type: "", size: 1, created_at: 1 };
    const { id: file } = await db
      .insertInto("attachment")
      .values({ ...row, task_id: id, message_id: reply })
      .returning("id")
      .executeTakeFirstOrThrow();
    await note(db, root, id);
    const inner = await newest();
    const [roots, ritas] = [await listen(db, root), await listen(db, rita)];
    expect(await redactMessage(db, root, id, inner, Date.now())).toEqual({ ok: true });
    await expect.poll(() => about(roots.words, id)).toEqual(["task"]);
    expect(ritas.words).toEqual([]);
    expect(await redactFiles(db, root, { taskId: id, messageId: reply }, [file], Date.now())).toEqual({ ok: true });
    await expect.poll(() => about(ritas.words, id)).toEqual(["task"]);
    expect(await redactMessage(db, root, id, reply, Date.now())).toEqual({ ok: true });
    await expect.poll(() => about(ritas.words, id)).toEqual(["task", "task"]);
    await liveOf(db).stop();
  });

  test("of a requester receive readable fields, merged messages and their own actions elsewhere", async ({ db }) => {
    const [ada, rita, copied] = [await anAgent(db), await aRequester(db), await aRequester(db)];
    const { id } = await aTask(db, { requester: rita });
    const { id: other } = await aTask(db, { requester: rita });
    await db.insertInto("participant").values({ task_id: id, user_id: copied.id, added_at: 1 }).execute();
    const [shown, inner] = [
      await aCustomField(db, { visibility: "requester_read" }),
      await aCustomField(db, { visibility: "agents" }),
    ];
    const [ritas, others] = [await listen(db, rita), await listen(db, copied)];
    const changed = (taskId: number, actorId: number, field: `field.${string}` | "rating" | "merged") =>
      db
        .transaction()
        .execute((tx) =>
          recordEvents(tx, [{ taskId, actorId, kind: "changed", field, from: null, to: "1", at: Date.now() }]),
        );
    await changed(id, ada.id, `field.${inner.key}`);
    await changed(other, ada.id, "merged");
    await expect.poll(() => about(ritas.words, other)).toEqual(["task"]);
    await changed(id, rita.id, "rating");
    await expect.poll(() => about(ritas.words, id)).toEqual(["task"]);
    expect(others.words).toEqual([]);
    await changed(id, ada.id, `field.${shown.key}`);
    await expect.poll(() => about(ritas.words, id)).toEqual(["task", "task"]);
    await expect.poll(() => about(others.words, id)).toEqual(["task"]);
    await liveOf(db).stop();
  });

  test("receive a reader's notifications wherever that person is signed in", async ({ db }) => {
    const [ada, bob] = [await anAgent(db), await anAgent(db)];
    const { id, requester } = await aTask(db, { assignee: ada });
    const [hers, there, his] = [await listen(db, ada), await listen(db, ada), await listen(db, bob)];
    await say(db, requester, id);
    await expect.poll(() => hers.words).toContainEqual({ kind: "notification" });
    await expect.poll(() => there.words).toContainEqual({ kind: "notification" });
    await expect.poll(() => about(his.words, id)).toContain("message");
    expect(his.words).not.toContainEqual({ kind: "notification" });
    hers.words.length = 0;
    await db.updateTable("notification").set({ read_at: 5 }).where("user_id", "=", ada.id).execute();
    await expect.poll(() => hers.words).toContainEqual({ kind: "notification" });
    await liveOf(db).stop();
  });

  test("receive who arrives, writes and leaves, unless they have lost the task", async ({ db }) => {
    const [ada, bob, cleo] = [await anAgent(db), await anAgent(db), await anAgent(db)];
    const { id, requester } = await aTask(db);
    const [hers, ritas, elsewhere] = [await listen(db, ada), await listen(db, requester), await listen(db, cleo)];
    const presence = { kind: "presence", task: id };
    await announce(db, ada, id, "viewing", Date.now());
    await announce(db, bob, id, "viewing", Date.now());
    await expect.poll(() => hers.words).toEqual([presence]);
    await announce(db, bob, id, "writing", Date.now());
    await expect.poll(() => hers.words).toEqual([presence, presence]);
    await announce(db, bob, id, "gone", Date.now());
    await expect.poll(() => hers.words).toEqual([presence, presence, presence]);
    await db.deleteFrom("team_member").where("user_id", "=", ada.id).execute();
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", id).execute();
    await announce(db, await anAdmin(db), id, "viewing", Date.now());
    await say(db, bob, (await aTask(db, { requester })).id);
    await expect.poll(() => ritas.words.map(({ kind }) => kind)).toContain("message");
    expect(hers.words.filter(({ kind }) => kind === "presence")).toHaveLength(3);
    for (const { words } of [ritas, elsewhere]) expect(words).not.toContainEqual(presence);
    await liveOf(db).stop();
  });

  test("of agents receive that a task went to spam, because lists still show it", async ({ db }) => {
    const [ada, { id, requester }] = [await anAgent(db), await aTask(db)];
    const [hers, ritas] = [await listen(db, ada), await listen(db, requester)];
    await db.transaction().execute(async (tx) => {
      await tx.updateTable("task").set({ put_away: "spam" }).where("id", "=", id).execute();
      const what = { kind: "changed", field: "put_away", from: null, to: "spam" } as const;
      await recordEvents(tx, [{ taskId: id, actorId: ada.id, at: Date.now(), ...what }]);
    });
    await expect.poll(() => about(hers.words, id)).toEqual(["task"]);
    expect(ritas.words).toEqual([]);
    await liveOf(db).stop();
  });

  test("end with their session or account, and follow a change of their reader's role", async ({ db }) => {
    const [ada, bob] = [await anAgent(db), await anAgent(db)];
    const { id } = await aTask(db);
    const [hers, his] = [await listen(db, ada), await listen(db, bob)];
    await hers.signOut();
    await expect.poll(hers.isOver).toBe(true);
    expect(hers.words).toEqual([{ kind: "session" }]);

    await db.updateTable("user").set({ role: "requester" }).where("id", "=", bob.id).execute();
    await say(db, ada, id);
    await say(db, bob, (await aTask(db, { requester: bob })).id);
    await expect.poll(() => his.words.map(({ kind }) => kind)).toContain("message");
    expect(about(his.words, id)).toEqual([]);
    await db.updateTable("user").set({ state: "disabled" }).where("id", "=", bob.id).execute();
    await expect.poll(his.isOver).toBe(true);
    await liveOf(db).stop();
  });

  test("that reconnect receive what they missed, or that it was too much", async ({ db }) => {
    const [ada, { id, requester }] = [await anAgent(db), await aTask(db)];
    const first = await listen(db, ada);
    await say(db, ada, id);
    await expect.poll(() => about(first.words, id)).toContain("message");
    const position = first.last();
    first.leave();
    await expect.poll(() => liveOf(db).count()).toBe(0);
    const { id: later } = await aTask(db, { requester });
    await note(db, ada, later);

    const [again, ritas] = [await listen(db, ada, { position }), await listen(db, requester, { position })];
    await expect.poll(() => about(again.words, later)).toEqual(["message", "task"]);
    await expect.poll(() => about(ritas.words, later)).toEqual(["task"]); // its creation
    const byTime = await listen(db, ada, { time: Date.now() });
    await expect.poll(() => about(byTime.words, later)).toEqual(["message"]); // made at noon, noted now

    await db.transaction().execute((tx) =>
      recordEvents(
        tx,
        Array.from({ length: MOST_EVENTS + 1 }, (_, n) => {
          const what = { kind: "changed", field: "title", from: `${n}`, to: `${n + 1}` } as const;
          return { taskId: id, actorId: ada.id, at: Date.now(), ...what };
        }),
      ),
    );
    for (const from of [{ position }, { position: 999_999_999 }, { position: 2 ** 31 }, { time: Date.now() }]) {
      const { words } = await listen(db, ada, from);
      await expect.poll(() => words).toContainEqual({ kind: "anew" });
    }
    await liveOf(db).stop();
  });

  test("that close before starting leave nothing open", async ({ db, engine }) => {
    const leaving = new AbortController();
    const warned = vi.spyOn(log, "warn");
    const ada = await anAgent(db);
    const files = () => readdirSync("/proc/self/fd").length;
    if (engine === "sqlite") await aTask(db); // opens what SQLite needs for its first change
    const before = process.platform === "linux" && engine === "sqlite" ? files() : 0;
    const stream = liveOf(db).open({ id: ada.id, role: "agent" }, "", null, leaving.signal);
    leaving.abort();
    expect(await stream?.getReader().read()).toEqual({ done: true, value: undefined });
    for (let n = 0; n < 5; n++) await db.selectFrom("task").select("id").execute(); // queued behind earlier queries
    await setImmediate();
    if (before > 0) expect(files()).toBe(before);
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
    const hers = await listen(db, ada);
    await say(db, ada, (await aTask(db)).id);
    await expect.poll(() => hers.words.map(({ kind }) => kind)).toContain("message");
    await liveOf(db).stop();
  });

  test("are limited to twenty per person, and the oldest ends", async ({ db }) => {
    const [ada, bob] = [await anAgent(db), await anAgent(db)];
    const his = await listen(db, bob);
    const hers: Listener[] = [];
    for (let n = 0; n <= 20; n++) hers.push(await listen(db, ada));
    await expect.poll(() => hers[0]?.isOver()).toBe(true);
    expect(hers[0]?.words).toEqual([{ kind: "full" }]);
    expect(hers.slice(1).some(({ isOver }) => isOver())).toBe(false);
    expect(his.isOver()).toBe(false);
    await liveOf(db).stop();
    await expect.poll(() => hers.every(({ isOver }) => isOver())).toBe(true);
    await expect(listen(db, ada)).rejects.toThrow("about to end");
  });

  test("receive changes that become visible out of order", async ({ db, engine }) => {
    if (engine === "sqlite") return; // SQLite has one writer at a time
    const raw = rawOf(db);
    if (raw.engine !== "postgres") throw new Error("This isn't PostgreSQL.");
    const [ada, slow, quick] = [await anAgent(db), await aTask(db), await aTask(db)];
    const hers = await listen(db, ada);
    const position = async () => (await listen(db, ada)).last();
    const event = (taskId: number) =>
      `insert into event (task_id, actor_id, via, kind, at) values (${taskId}, ${ada.id}, 'web', 'noted', ${Date.now()})`;
    // An older open transaction anywhere, even in another test's database, repeats the event of a task's creation.
    const messages = ({ words }: typeof hers, id: number) => about(words, id).filter((kind) => kind === "message");
    const writer = await raw.pool.connect();
    await writer.query("begin");
    await writer.query(event(slow.id)); // the lower number
    await raw.pool.query(event(quick.id));
    await expect.poll(() => messages(hers, quick.id)).toEqual(["message"]);
    await raw.pool.query(event(quick.id));
    await expect.poll(() => messages(hers, quick.id)).toEqual(["message", "message"]);
    const meanwhile = await position();
    await writer.query("commit");
    writer.release();
    await expect.poll(() => messages(hers, slow.id)).toEqual(["message"]);
    expect(messages(hers, quick.id)).toEqual(["message", "message"]); // each once
    const again = await listen(db, ada, { position: meanwhile });
    await expect.poll(() => messages(again, slow.id)).toEqual(["message"]);
    await liveOf(db).stop();
  });

  test("receive what happened while PostgreSQL's notifications were interrupted", async ({ db, engine }) => {
    if (engine === "sqlite") return; // SQLite needs no notifications
    const raw = rawOf(db);
    if (raw.engine !== "postgres") throw new Error("This isn't PostgreSQL.");
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    const hers = await listen(db, ada);
    await note(db, ada, id);
    await expect.poll(() => about(hers.words, id)).toContain("message");
    hers.words.length = 0;
    const other = connectPostgres(raw.pool.options.connectionString ?? "");
    const ended = await raw.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'",
    );
    expect(ended.rowCount).toBe(1);
    await note(other, ada, id);
    await expect.poll(() => about(hers.words, id)).toContain("message");
    hers.words.length = 0;
    await expect.poll(async () => (await raw.pool.query(LISTENERS)).rowCount).toBe(1);
    await note(other, ada, id);
    await expect.poll(() => about(hers.words, id)).toContain("message");
    await other.destroy();
    await liveOf(db).stop();
  });
});

const LISTENERS = "select pid from pg_stat_activity where datname = current_database() and query like 'listen %'";
