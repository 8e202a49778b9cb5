import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import type { RequestHandler } from "express";

/**
 * Closes a server without dropping requests in flight: an idle connection may have its next request on the way.
 * Once shutdown begins, new connections are refused and each response closes its connection.
 */
export class GracefulEnd {
  readonly #running = new Set<ServerResponse>();
  #isBegun = false;
  #closeIdle = () => {};

  readonly watch: RequestHandler = (_request, response, next) => {
    if (this.#isBegun) response.set("Connection", "close");
    this.#running.add(response);
    response.once("close", () => {
      this.#running.delete(response);
      setImmediate(() => this.#closeIdle());
    });
    next();
  };

  /** Closes the server, and idle connections after `lastCallMs`. Calls `closed` after the last connection. */
  begin(server: Server, lastCallMs: number, closed = () => {}) {
    if (this.#isBegun) return;
    this.#isBegun = true;
    for (const response of this.#running) if (!response.headersSent) response.setHeader("Connection", "close");
    NetServer.prototype.close.call(server, closed); // http's own `close` drops idle connections at once
    setTimeout(() => {
      this.#closeIdle = () => server.closeIdleConnections();
      this.#closeIdle();
    }, lastCallMs).unref();
  }
}
