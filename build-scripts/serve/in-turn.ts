import type { Socket } from "node:net";
import type { RequestHandler } from "express";

/** Requests in flight on one connection; more wait in order. */
const MOST_AT_ONCE = 32;

/** Stops one connection that pipelines thousands of requests from holding up everyone else. */
export function inTurnOfConnection(): RequestHandler {
  const queues = new WeakMap<Socket, { running: number; waiting: (() => void)[] }>();
  return (request, response, next) => {
    const queue = queues.get(request.socket) ?? { running: 0, waiting: [] };
    queues.set(request.socket, queue);
    const begin = () => {
      queue.running++;
      response.once("close", () => {
        queue.running--;
        queue.waiting.shift()?.();
      });
      next();
    };
    if (queue.running < MOST_AT_ONCE) begin();
    else queue.waiting.push(begin);
  };
}
