import type { Db } from "~/db/types";
import { watchChanges } from "~/db/watch-changes.server";
import { stillOpen } from "~/features/auth/session-queries.server";
import { type Asking, canSee, hasAgentAccess, type PolicyTask } from "~/features/tasks/task-policy";
import { policyTasks } from "~/features/tasks/task-policy-data.server";
import { log } from "~/lib/log.server";
import { doneSince, MOST_EVENTS, missedSince, type NewEvent, type NewEvents, readNewEvents } from "./new-events.server";
import { changesOf, type Present, readPresent, readUnread } from "./presence-and-unread.server";
import { close, KEEP_ALIVE, type Stream, sendBytes, type Word, wordAsBytes } from "./stream.server";

type Task = PolicyTask & { version: number };

type News = { taskId: number; said: NewEvent[]; changed: NewEvent[] };

export function groupByTask(events: readonly NewEvent[]): News[] {
  const all = new Map<number, News>();
  for (const event of events) {
    const news = all.get(event.taskId) ?? { taskId: event.taskId, said: [], changed: [] };
    news[event.said ? "said" : "changed"].push(event);
    all.set(event.taskId, news);
  }
  return [...all.values()];
}

/**
 * The changes to a task that a viewer may learn of. The requester's side gets only changes their page shows and their
 * own, without the version, which would reveal hidden ones. Agents also learn of tasks just merged or trashed, which
 * their lists still show.
 */
export function visibleChanges(asking: Asking, { taskId: task, said, changed }: News, found: Task | undefined): Word[] {
  if (!found) return [];
  const works = hasAgentAccess(asking, { ...found, merged_into: null, put_away: null });
  if (!works && !canSee(asking, found)) return [];
  const tells = (events: readonly NewEvent[]) =>
    events.some(({ shown, actorId }) => works || shown || actorId === asking.id);
  const version = works && { version: found.version };
  return [
    ...(tells(said) ? [{ kind: "message" as const, task, ...version }] : []),
    ...(tells(changed) ? [{ kind: "task" as const, task, ...version }] : []),
  ];
}

/** Debounce: changes within this time are published together. */
const TOGETHER_MS = 30;

/** Interval of keep-alives, and of checks for changes even without a notification. */
const LOOK_AGAIN_MS = 25_000;

/** Maximum streams per person and process; one more ends the oldest. */
const MOST_OF_ONE = 20;

/** A page without a position also gets the last seconds before it loaded: clocks differ, and commits take time. */
const MARGIN_MS = 5_000;

/** Where a stream resumes: a position it received, or the time its page was loaded (UTC milliseconds). */
type From = { position: number } | { time: number };

/**
 * Publishes changes by any process to open pages. Queries the database only while streams are open, and at most once per
 * `LOOK_AGAIN_MS` while nothing changes. All streams share one read of each change; permissions are checked at that moment.
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
  /** Events read but not yet published, because the database became unavailable in between. */
  let unpublished: NewEvent[] = [];

  function wake() {
    if (streams.size === 0) return;
    if (telling) more = true;
    else timer ??= setTimeout(begin, TOGETHER_MS);
  }

  function begin() {
    timer = undefined;
    more = false;
    telling = publishChanges()
      .catch((err) => void (stopped || log.warn({ err }, "Couldn't notify open pages of changes")))
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

  /** Starts watching with the first stream, unless the last one closed before the first read finished. */
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
      for (const stream of streams) if (!sendBytes(stream, KEEP_ALIVE)) drop(stream);
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
    unpublished = [];
    return watching;
  }

  function drop(stream: Stream) {
    if (!streams.delete(stream)) return;
    close(stream);
    if (![...streams].some(({ viewer }) => viewer.id === stream.viewer.id)) unread.delete(stream.viewer.id);
    if (streams.size === 0) void stopLooking();
  }

  async function publishChanges() {
    const reading = await events;
    if (!reading) return;
    const now = Date.now();
    unpublished.push(...(await reading.next()));
    await refreshViewers(now);
    const people = [...new Set([...streams].map(({ viewer }) => viewer.id))];
    const [here, left] = [await readPresent(db, now), await readUnread(db, people)];
    const moved = changesOf(present, here);
    const news = groupByTask(unpublished);
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
        : news.flatMap((one) => visibleChanges(viewer, one, tasks.get(one.taskId)));
      if (isNew(viewer.id)) words.push({ kind: "notification" });
      for (const [task, who] of moved) {
        const isThere = here.get(task)?.has(viewer.id) && (who.size > 1 || !who.has(viewer.id));
        const found = tasks.get(task);
        if (isThere && found && hasAgentAccess(viewer, found)) words.push({ kind: "presence", task });
      }
      if (!words.every((word) => sendBytes(stream, bytesOf(word)))) drop(stream);
    }
    unpublished = [];
    present = here;
    for (const id of people) unread.set(id, left.get(id) ?? "");
  }

  /** Ends streams whose session has ended and refreshes the permissions of the others. */
  async function refreshViewers(now: number) {
    const asked = [...streams];
    const open = await stillOpen(db, [...new Set(asked.map(({ idHash }) => idHash))], now);
    for (const stream of asked) {
      const viewer = open.get(stream.idHash);
      if (viewer) stream.viewer = viewer;
      else endWith(stream, { kind: "session" });
    }
  }

  function endWith(stream: Stream, word: Word) {
    sendBytes(stream, wordAsBytes(word, 0));
    drop(stream);
  }

  const since = (from: From): Promise<NewEvent[] | null> =>
    "position" in from ? missedSince(db, from.position) : doneSince(db, from.time - MARGIN_MS);

  /** Sends a newly opened stream the events it missed. */
  async function sendMissed(stream: Stream, from: From, reading: NewEvents) {
    const missed = await since(from);
    const news = missed && groupByTask(missed);
    const tasks = await policyTasks(db, news?.map(({ taskId }) => taskId) ?? []);
    const words: Word[] = news
      ? news.flatMap((one) => visibleChanges(stream.viewer, one, tasks.get(one.taskId)))
      : [{ kind: "anew" }];
    if (words.length > 0) words.push({ kind: "notification" });
    for (const word of words) sendBytes(stream, wordAsBytes(word, reading.position()));
  }

  return {
    /** Opens a session's stream until `signal` aborts, starting with changes since `from`. Null while the process stops. */
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
            if (!streams.has(mine)) return; // closed meanwhile
            if (!unread.has(viewer.id)) unread.set(viewer.id, left);
            sendBytes(mine, wordAsBytes({ kind: "open" }, reading.position()));
            if (from) await sendMissed(mine, from, reading);
          } catch (err) {
            log.warn({ err }, "Couldn't notify an open page of changes");
            drop(mine); // the browser reconnects
          }
        },
        cancel: () => stream && drop(stream),
      });
    },

    count: () => streams.size,

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

/** The live updates of this database, one per process. */
export function liveOf(db: Db): Live {
  const live = known.get(db) ?? createLive(db);
  known.set(db, live);
  return live;
}
