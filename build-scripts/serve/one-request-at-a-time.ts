import type { Socket } from "node:net";
import type { RequestHandler } from "express";

/**
 * Handles each connection's requests one after another, so that thousands of pipelined requests don't block others.
 * Node emits `close` only on the response in turn, so middleware that waits for it must come after this.
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
