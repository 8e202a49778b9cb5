import type { Db } from "~/db/types";
import { watchChanges } from "~/db/watch-changes.server";
import { stillOpen } from "~/features/auth/session-queries.server";
import { policyTasks } from "~/features/tasks/policy-tasks.server";
import { type Asking, hasAgentAccess } from "~/features/tasks/task-policy";
import { log } from "~/lib/log.server";
import { doneSince, MOST_EVENTS, missedSince, type NewEvent, type NewEvents, readNewEvents } from "./new-events.server";
import { changesOf, type Present, readPresent, readUnread } from "./presence-and-unread.server";
import { close, hand, STILL_THERE, type Stream, type Word, wordAsBytes } from "./stream.server";
import { byTask, mayHear } from "./visible-events.server";

/** What comes within this time is told together. */
const TOGETHER_MS = 30;

/** How often every stream is said to be there still, and all is looked at although nobody has told of a change. */
const LOOK_AGAIN_MS = 25_000;

/** So many streams a person may have with one process; with one more the oldest ends. */
const MOST_OF_ONE = 20;

/** What is done just before a page begins to listen belongs to what it has missed: clocks differ, and commits take time. */
const MARGIN_MS = 5_000;

/** From where a stream goes on: a position it was told, or a time (UTC milliseconds) from which on its page knows nothing. */
type From = { position: number } | { time: number };

/**
 * Tells open pages of changes, whichever process has made them. Nothing is asked of the database while nobody listens, and
 * while nothing happens no more than once in `LOOK_AGAIN_MS`. All who listen share one reading of each change; who may hear
 * of it is decided then, by what they are by then.
 */
function createLive(db: Db) {
  const streams = new Set<Stream>();
  let events: Promise<NewEvents> | undefined;
  let present: Present = new Map();
  const unread = new Map<number, string>();
  let stopWatching: (() => Promise<void>) | undefined;
  let beat: NodeJS.Timeout | undefined;
  let timer: NodeJS.Timeout | undefined;
  let telling: Promise<void> | undefined;
  let more = false;
  let stopped = false;
  /** What was read, and could not be told: the database went away in between. */
  let untold: NewEvent[] = [];

  function wake() {
    if (streams.size === 0) return;
    if (telling) more = true;
    else timer ??= setTimeout(begin, TOGETHER_MS);
  }

  function begin() {
    timer = undefined;
    more = false;
    telling = tellChanges()
      .catch((err) => void (stopped || log.warn({ err }, "Open pages could not be told of changes")))
      .then(() => {
        telling = undefined;
        if (more) wake();
      });
  }

  async function read(): Promise<NewEvents> {
    const [reading, here] = await Promise.all([readNewEvents(db), readPresent(db, Date.now())]);
    present = here;
    return reading;
  }

  /** The first who listens has all begin, the last one has it end: they may do so before it has begun. */
  async function startLooking(): Promise<NewEvents> {
    const mine = events ?? read();
    events = mine;
    try {
      return await mine;
    } catch (error) {
      if (events === mine) events = undefined;
      throw error;
    } finally {
      if (streams.size > 0) watch();
      else void stopLooking();
    }
  }

  function watch() {
    beat ??= setInterval(() => {
      for (const stream of streams) if (!hand(stream, STILL_THERE)) drop(stream);
      wake();
    }, LOOK_AGAIN_MS).unref();
    stopWatching ??= watchChanges(db, wake);
  }

  function stopLooking() {
    clearInterval(beat);
    clearTimeout(timer);
    const watching = stopWatching?.();
    beat = timer = stopWatching = events = undefined;
    unread.clear();
    untold = [];
    return watching;
  }

  function drop(stream: Stream) {
    if (!streams.delete(stream)) return;
    close(stream);
    if (![...streams].some(({ viewer }) => viewer.id === stream.viewer.id)) unread.delete(stream.viewer.id);
    if (streams.size === 0) void stopLooking();
  }

  async function tellChanges() {
    const reading = await events;
    if (!reading) return;
    const now = Date.now();
    untold.push(...(await reading.next()));
    await lookWhoIsThere(now);
    const people = [...new Set([...streams].map(({ viewer }) => viewer.id))];
    const [here, left] = [await readPresent(db, now), await readUnread(db, people)];
    const moved = changesOf(present, here);
    const news = byTask(untold);
    const isMuch = news.length > MOST_EVENTS;
    const tasks = await policyTasks(
      db,
      isMuch ? [] : [...new Set([...news.map(({ taskId }) => taskId), ...moved.keys()])],
    );
    const position = reading.position();
    const known = new Map<string, Uint8Array>();
    const bytesOf = (word: Word) => {
      const name = JSON.stringify(word);
      const bytes = known.get(name) ?? wordAsBytes(word, position);
      known.set(name, bytes);
      return bytes;
    };
    const isNew = (id: number) => unread.has(id) && unread.get(id) !== (left.get(id) ?? "");
    for (const stream of streams) {
      const { viewer } = stream;
      const words: Word[] = isMuch
        ? [{ kind: "anew" }]
        : news.flatMap((one) => mayHear(viewer, one, tasks.get(one.taskId)));
      if (isNew(viewer.id)) words.push({ kind: "notification" });
      for (const [task, who] of moved) {
        const isThere = here.get(task)?.has(viewer.id) && (who.size > 1 || !who.has(viewer.id));
        const found = tasks.get(task);
        if (isThere && found && hasAgentAccess(viewer, found)) words.push({ kind: "presence", task });
      }
      if (!words.every((word) => hand(stream, bytesOf(word)))) drop(stream);
    }
    untold = [];
    present = here;
    for (const id of people) unread.set(id, left.get(id) ?? "");
  }

  /** Ends the streams whose sessions have ended, and learns what the others may see by now. */
  async function lookWhoIsThere(now: number) {
    const asked = [...streams];
    const open = await stillOpen(db, [...new Set(asked.map(({ idHash }) => idHash))], now);
    for (const stream of asked) {
      const viewer = open.get(stream.idHash);
      if (viewer) stream.viewer = viewer;
      else endWith(stream, { kind: "session" });
    }
  }

  function endWith(stream: Stream, word: Word) {
    hand(stream, wordAsBytes(word, 0));
    drop(stream);
  }

  const since = (from: From): Promise<NewEvent[] | null> =>
    "position" in from ? missedSince(db, from.position) : doneSince(db, from.time - MARGIN_MS);

  /** Tells a stream that has just been opened what it has missed. */
  async function tellMissed(stream: Stream, from: From, reading: NewEvents) {
    const missed = await since(from);
    const news = missed && byTask(missed);
    const tasks = await policyTasks(db, news?.map(({ taskId }) => taskId) ?? []);
    const words: Word[] = news
      ? news.flatMap((one) => mayHear(stream.viewer, one, tasks.get(one.taskId)))
      : [{ kind: "anew" }];
    if (words.length > 0) words.push({ kind: "notification" });
    for (const word of words) hand(stream, wordAsBytes(word, reading.position()));
  }

  return {
    /**
     * A stream for whoever has this session, until `signal` says that they have gone; null once the process is about to end.
     * What has happened since `from` comes first.
     */
    open(viewer: Asking, idHash: string, from: From | null, signal: AbortSignal): ReadableStream<Uint8Array> | null {
      if (stopped) return null;
      let stream: Stream | undefined;
      return new ReadableStream<Uint8Array>({
        async start(to) {
          const mine: Stream = { viewer, idHash, to };
          stream = mine;
          if (signal.aborted) return to.close();
          streams.add(mine);
          signal.addEventListener("abort", () => drop(mine), { once: true });
          const all = [...streams].filter((other) => other.viewer.id === viewer.id);
          if (all.length > MOST_OF_ONE) endWith(all[0] as Stream, { kind: "full" });
          try {
            const reading = await startLooking();
            const left = unread.get(viewer.id) ?? (await readUnread(db, [viewer.id])).get(viewer.id) ?? "";
            if (!streams.has(mine)) return; // they have gone meanwhile
            if (!unread.has(viewer.id)) unread.set(viewer.id, left);
            hand(mine, wordAsBytes({ kind: "open" }, reading.position()));
            if (from) await tellMissed(mine, from, reading);
          } catch (err) {
            log.warn({ err }, "An open page could not be told of changes");
            drop(mine); // it comes back
          }
        },
        cancel: () => stream && drop(stream),
      });
    },

    /** How many streams are open. */
    count: () => streams.size,

    /** Ends all streams, and takes no more. */
    async stop() {
      stopped = true;
      for (const stream of streams) close(stream);
      streams.clear();
      await stopLooking();
      await telling;
    },
  };
}

export type Live = ReturnType<typeof createLive>;

const known = new WeakMap<Db, Live>();

/** What tells open pages of changes in this database; one for the process. */
export function liveOf(db: Db): Live {
  const live = known.get(db) ?? createLive(db);
  known.set(db, live);
  return live;
}
