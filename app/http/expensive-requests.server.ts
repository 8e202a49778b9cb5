import { setImmediate } from "node:timers/promises";
import { limiterPerKey } from "~/lib/concurrency-limit";

/**
 * Routes that are cheap to request and expensive to answer; a page covers its payload too. Form previews queue in
 * routes/_app.tasks.$id/preview-and-draft-actions.server instead: only the pressed button marks them.
 */
const COSTLY = new Set(
  [
    "charts",
    "organizations",
    "reports",
    "reports.export",
    "search",
    "search_.completions",
    "search_.explanation",
    "search_.palette",
    "tasks",
    "tasks.$id_.mentions",
    "tasks.$id_.merge",
    "tasks.$id_.relations",
    "tasks.assignees",
    "tasks.board",
    "tasks.bulk",
    "tasks.bulk_.in-place",
    "tasks.export",
    "tasks.preview",
    "tasks.tags",
    "tasks.views_.counts",
    "users",
  ].map((name) => `routes/_app.${name}`),
);

export const isCostly = (routeId: string) => COSTLY.has(routeId.replace(/(?:\._index)?(?:\/_payload\.json)?$/, ""));

let begun: Promise<unknown> = Promise.resolve();

/**
 * Waits until this process has handled other requests since costly work last began. On SQLite such work blocks the event
 * loop, and forty in a row would block everyone else.
 */
const afterOthers = () => (begun = begun.then(() => setImmediate()));

/** Concurrent and queued costly requests per person; more are refused. */
const perPerson = limiterPerKey<number>(3, 40);

/**
 * Queues costly work per person, holding the slot until the response is made or its stream read. Throws `TooManyWaiting`
 * when the queue is full, and the abort reason when the request is aborted while queued.
 */
export function inTurnOf<T>(personId: number, { method, signal }: Request, work: () => Promise<T>): Promise<T> {
  return new Promise((answer, refuse) => {
    const answerInTurn = async () => {
      await afterOthers();
      const made = await work();
      if (!(made instanceof Response) || method === "HEAD") return answer(made); // nobody reads a HEAD body
      const { response, ended } = withEnd(made, signal);
      answer(response as T);
      await ended;
    };
    perPerson(personId, answerInTurn, signal).catch(refuse);
  });
}

/** Returns the response and a promise for the end of its body: read or cancelled, and its source stopped. */
function withEnd(response: Response, signal: AbortSignal) {
  if (!(response.body instanceof ReadableStream)) return { response, ended: null }; // no body, or not a stream
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const ended = response.body.pipeTo(writable).catch(() => {});
  const piped = new Response(readable, response);
  // Remix drops the response to an aborted request unread. A stream being read is locked, so its reader cancels it.
  const drop = () => void readable.cancel().catch(() => {});
  if (signal.aborted) drop();
  else signal.addEventListener("abort", drop, { once: true });
  return { response: piped, ended };
}
