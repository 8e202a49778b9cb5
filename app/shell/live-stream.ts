import { listen } from "~/lib/listen";
import { type LiveEvent, reconnectDelay } from "./stale-parts";

/** A tab hidden this long closes its stream and reopens it when visible. Milliseconds. */
const UNSEEN_MS = 5 * 60_000;

/** How many events to keep for newly opened tabs. */
const KEPT = 200;

/** A message between one user's tabs: an event and its stream position, or a new tab's request for events since it loaded. */
type Message = { word: LiveEvent; last: number; to?: number } | { since: number; from: number };

/**
 * Delivers live events to this tab. One tab holds the stream and relays it to the others; when it closes, another continues
 * from its position. Without the needed browser APIs, does nothing. Returns a cleanup function.
 */
export function followChanges(person: number, heard: (word: LiveEvent) => void): () => void {
  if (!navigator.locks || typeof BroadcastChannel !== "function" || typeof EventSource !== "function") return () => {};
  const name = `live ${person}`;
  const me = Math.random();
  const channel = new BroadcastChannel(name);
  const recent: { at: number; word: LiveEvent; last: number }[] = [];
  let last: number | null = null;
  let failures = 0;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unseen: ReturnType<typeof setTimeout> | undefined;
  let ending: AbortController | undefined;
  let isLeader = false;

  /** Every tab keeps recent events: any may lead by the time a new tab asks. */
  function keep(word: LiveEvent) {
    recent.push({ at: Date.now(), word, last: last ?? 0 });
    recent.splice(0, recent.length - KEPT);
  }

  function open() {
    clearTimeout(timer);
    source?.close();
    const from = last === null ? `age=${Math.round(performance.now())}` : `last=${last}`;
    const stream = new EventSource(`/events?${from}`);
    source = stream;
    stream.onmessage = ({ data, lastEventId }) => {
      const word = JSON.parse(data) as LiveEvent;
      if (word.kind === "open") failures = 0;
      if (word.kind === "session" || word.kind === "full")
        stream.close(); // until this tab is visible again
      else last = Number(lastEventId);
      keep(word);
      channel.postMessage({ word, last: last ?? 0 } satisfies Message);
      heard(word);
    };
    stream.onerror = () => {
      stream.close();
      timer = setTimeout(open, reconnectDelay(failures++, Math.random()));
    };
  }

  /** Queues for the stream lock, and holds it until `end`. */
  function begin() {
    if (ending) return;
    const mine = new AbortController();
    ending = mine;
    const lead = () =>
      new Promise<void>((resolve) => {
        isLeader = true;
        mine.signal.addEventListener("abort", () => resolve());
        open();
      });
    navigator.locks.request(name, { signal: mine.signal }, lead).catch(() => {}); // aborted while waiting
    channel.postMessage({ since: performance.timeOrigin, from: me } satisfies Message);
  }

  function end() {
    clearTimeout(timer);
    clearTimeout(unseen);
    source?.close();
    ending?.abort();
    ending = source = undefined;
    isLeader = false;
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ("word" in data) {
      if (data.to !== undefined && data.to !== me) return;
      if (data.last > 0) last = data.last;
      keep(data.word);
      heard(data.word);
    } else if (isLeader) {
      for (const { at, word, last } of recent)
        if (at >= data.since) channel.postMessage({ word, last, to: data.from } satisfies Message);
    }
  };
  const onSight = () => {
    clearTimeout(unseen);
    if (document.hidden) unseen = setTimeout(end, UNSEEN_MS);
    else if (!ending) begin();
    else if (isLeader && source?.readyState === EventSource.CLOSED) open();
  };
  const endDocument = listen(document, { visibilitychange: onSight });
  const endWindow = listen(window, { online: onSight, pagehide: end, pageshow: onSight });
  onSight();
  return () => {
    endDocument();
    endWindow();
    end();
    channel.close();
  };
}
