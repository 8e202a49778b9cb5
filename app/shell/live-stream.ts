import { type LiveWord, reconnectDelay } from "./live-news";

/** A tab that nobody has seen for so long needs no stream; it asks once it is seen again. Milliseconds. */
const UNSEEN_MS = 5 * 60_000;

/** So many words are kept for tabs that have just been opened. */
const KEPT = 200;

/**
 * Between the tabs of one person: a word with the position behind it, or that a tab begins, with the time from which it
 * knows nothing.
 */
type Message = { word: LiveWord; last: number; to?: number } | { since: number; from: number };

/**
 * Tells this tab of changes. All tabs of a browser share one stream: one of them has it, and hands on what it hears. When that
 * one goes another takes its place, and goes on from there. Without what this needs of a browser nothing is told, as without
 * scripts. Answers the end of it.
 */
export function followChanges(person: number, heard: (word: LiveWord) => void): () => void {
  if (!navigator.locks || typeof BroadcastChannel !== "function" || typeof EventSource !== "function") return () => {};
  const name = `live ${person}`;
  const me = Math.random();
  const channel = new BroadcastChannel(name);
  const recent: { at: number; word: LiveWord; last: number }[] = [];
  let last: number | null = null;
  let failures = 0;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unseen: ReturnType<typeof setTimeout> | undefined;
  let ending: AbortController | undefined;
  let isLeader = false;

  /** Every tab keeps them: any may be the one that has the stream by the time another asks. */
  function keep(word: LiveWord) {
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
      const word = JSON.parse(data) as LiveWord;
      if (word.kind === "open") failures = 0;
      if (word.kind === "session" || word.kind === "full")
        stream.close(); // until this tab is seen again
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

  /** Waits for its turn to have the stream, and has it until the end. */
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
    navigator.locks.request(name, { signal: mine.signal }, lead).catch(() => {}); // ended while it waited
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
  document.addEventListener("visibilitychange", onSight);
  window.addEventListener("online", onSight);
  window.addEventListener("pagehide", end);
  window.addEventListener("pageshow", onSight);
  onSight();
  return () => {
    document.removeEventListener("visibilitychange", onSight);
    window.removeEventListener("online", onSight);
    window.removeEventListener("pagehide", end);
    window.removeEventListener("pageshow", onSight);
    end();
    channel.close();
  };
}
