import type { Socket } from "node:net";
import type { RequestHandler } from "express";

/**
 * Answers the requests of one connection one after the other, so that thousands that are pipelined hold up nobody else. Node gives
 * `close` to the response alone whose turn it is: whatever waits for that event comes behind this.
 */
export function inTurnOfConnection(): RequestHandler {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  return (request, response, next) => {
    const { socket } = request;
    const begin = () => {
      if (socket.destroyed) return;
      response.once("close", () => {
        const following = waiting.get(socket)?.shift();
        if (following) following();
        else waiting.delete(socket);
      });
      next();
    };
    const queue = waiting.get(socket);
    if (queue) queue.push(begin);
    else {
      waiting.set(socket, []);
      begin();
    }
  };
}
