import { setImmediate } from "node:timers/promises";
import { turnsPerKey } from "~/lib/concurrency-limit";

/**
 * Routes that are cheap to request and expensive to answer: searches, lists, counts, completions, charts, previews and exports.
 * A page stands for its payload as well. Previews in forms take their turn where they are made
 * (routes/_app.tasks.$id/unsent.server): only the button says that a form wants one.
 */
const COSTLY = new Set(
  [
    "charts",
    "organizations",
    "search",
    "search_.completions",
    "search_.explanation",
    "tasks",
    "tasks.$id_.mentions",
    "tasks.assignees",
    "tasks.bulk",
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
 * Waits until this process has looked at its other requests since costly work last began. On SQLite such work never lets go of
 * the processor, and forty pieces of it in a row would keep everybody else waiting for all of them.
 */
const afterOthers = () => (begun = begun.then(() => setImmediate()));

/** Concurrent and waiting costly requests per person; more are refused. */
const perPerson = turnsPerKey<number>(3, 40);

/**
 * Runs costly work when it's its person's turn, which lasts until the answer has been made or, for a stream, read. Throws
 * `TooManyWaiting` when as many wait already as may, and what the signal says when the request is aborted before its turn.
 */
export function inTurnOf<T>(personId: number, { method, signal }: Request, work: () => Promise<T>): Promise<T> {
  return new Promise((answer, refuse) => {
    const answerInTurn = async () => {
      await afterOthers();
      const made = await work();
      if (!(made instanceof Response) || method === "HEAD") return answer(made); // HEAD: nobody reads the body
      const { response, ended } = withEnd(made, signal);
      answer(response as T);
      await ended;
    };
    perPerson(personId, answerInTurn, signal).catch(refuse);
  });
}

/** The response, and when its body ends: it was read to its end or cancelled, and its source has stopped. */
function withEnd(response: Response, signal: AbortSignal) {
  if (!(response.body instanceof ReadableStream)) return { response, ended: null }; // none, or in one piece
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const ended = response.body.pipeTo(writable).catch(() => {});
  const piped = new Response(readable, response);
  // Remix drops the answer to an aborted request unread. One that is being read can't be cancelled here: its reader does it.
  const drop = () => void readable.cancel().catch(() => {});
  if (signal.aborted) drop();
  else signal.addEventListener("abort", drop, { once: true });
  return { response: piped, ended };
}
