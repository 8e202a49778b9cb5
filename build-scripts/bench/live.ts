import { setTimeout as pause } from "node:timers/promises";
import { quantile } from "./requests";

/** Milliseconds a page batches events before it reloads its data (app/shell/revalidate.ts). */
const PAGE_GATHERS_MS = 100;

/** The data request of a page with a list. */
const LIST_DATA = "/tasks.data?_routes=routes%2F_app.tasks._index";

/** Changes made before measuring: neither server has run any of this code yet. */
const WARM_UP = 3;

/** Milliseconds until a change counts as missed. */
const LONGEST_MS = 10_000;

type Desk = {
  /** Origin of the process that holds the streams, and of another on the same database. */
  listenAt: string;
  changeAt: string;
  /** Cookie headers of agents; each gets up to twenty streams. */
  cookies: readonly string[];
  /** A task all of them can see. */
  taskId: number;
};

/**
 * Measures how soon `streams` open pages show a change made through another process, one note at a time.
 * Throws when a stream or a change is refused.
 *
 * told    milliseconds from sending a change to its event, over all streams
 * shown   milliseconds until the list data that includes the change, requested by every page at once
 * missed  how many events never arrived
 */
export async function measureLive(
  { listenAt, changeAt, cookies, taskId }: Desk,
  { streams, changes }: { streams: number; changes: number },
) {
  let told: number[] = [];
  let shown: number[] = [];
  let missed = 0;
  const ending = new AbortController();
  const pages = await Promise.all(
    Array.from({ length: streams }, (_, n) => openPage(listenAt, cookies[n % cookies.length] ?? "", ending.signal)),
  );
  try {
    for (let change = -WARM_UP; change < changes; change++) {
      if (change === 0) [told, shown] = [[], []];
      const began = performance.now();
      const arrivals = pages.map(async (page) => {
        const at = await Promise.race([page.nextMessage(taskId), pause(LONGEST_MS, null)]);
        if (at === null) return void missed++;
        told.push(at - began);
        await pause(PAGE_GATHERS_MS);
        const answer = await fetch(listenAt + LIST_DATA, { headers: { cookie: page.cookie } });
        await answer.arrayBuffer();
        shown.push(performance.now() - began);
      });
      const fields = { form: "note", note: `Change ${change}.`, requestKey: crypto.randomUUID() };
      const sent = await fetch(`${changeAt}/tasks/${taskId}`, {
        method: "POST",
        body: new URLSearchParams(fields),
        headers: { cookie: cookies[0] ?? "" },
        redirect: "manual",
      });
      if (sent.status !== 302) throw new Error(`The change returned status ${sent.status}.`);
      await Promise.all(arrivals);
    }
  } finally {
    ending.abort();
  }
  const figures = (all: number[]) => ({ p50: quantile(all, 0.5), p99: quantile(all, 0.99) });
  return { told: figures(told), shown: figures(shown), missed };
}

/** Opens a live stream the way a page does. `nextMessage` resolves when a message event for the task arrives. */
async function openPage(origin: string, cookie: string, signal: AbortSignal) {
  const answer = await fetch(`${origin}/events`, { headers: { cookie }, redirect: "manual", signal });
  if (answer.status !== 200 || !answer.body) throw new Error(`A stream returned status ${answer.status}.`);
  let waiting: { taskId: number; tell: (at: number) => void } | null = null;
  let begin = () => {};
  const opened = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const listen = async (body: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    let text = "";
    for await (const bytes of body) {
      text += decoder.decode(bytes, { stream: true });
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) {
        if (!line.startsWith("data: ")) continue;
        const word = JSON.parse(line.slice("data: ".length)) as { kind: string; task?: number };
        if (word.kind === "open") begin();
        if (word.kind !== "message" || word.task !== waiting?.taskId) continue;
        waiting?.tell(performance.now());
        waiting = null;
      }
    }
  };
  listen(answer.body).catch(() => {}); // we aborted it ourselves
  await opened;
  return {
    cookie,
    nextMessage: (taskId: number) =>
      new Promise<number>((tell) => {
        waiting = { taskId, tell };
      }),
  };
}
