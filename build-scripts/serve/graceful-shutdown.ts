import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import type { RequestHandler } from "express";

/**
 * Lets a server end without cutting a request that is on its way: a connection may be at rest here while its next request has left
 * the browser. From the beginning of the end nothing new is accepted, and each answer says that it is the last of its connection.
 */
export class GracefulEnd {
  readonly #running = new Set<ServerResponse>();
  #isBegun = false;
  #closeIdle = () => {};

  /** Notes which answers are being made. */
  readonly watch: RequestHandler = (_request, response, next) => {
    if (this.#isBegun) response.set("Connection", "close");
    this.#running.add(response);
    response.once("close", () => {
      this.#running.delete(response);
      setImmediate(() => this.#closeIdle());
    });
    next();
  };

  /** Closes the server. What rests after `lastCallMs` is closed as well; `closed` is called with the last connection. */
  begin(server: Server, lastCallMs: number, closed = () => {}) {
    if (this.#isBegun) return;
    this.#isBegun = true;
    for (const response of this.#running) if (!response.headersSent) response.setHeader("Connection", "close");
    NetServer.prototype.close.call(server, closed); // http's own `close` would close what rests at once
    setTimeout(() => {
      this.#closeIdle = () => server.closeIdleConnections();
      this.#closeIdle();
    }, lastCallMs).unref();
  }
}
