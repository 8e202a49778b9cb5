import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { networkInterfaces } from "node:os";
import { createApp } from "./app";
import { loadBuild } from "./build";
import { GracefulEnd } from "./graceful-shutdown";

/** Longer than common proxies use, so that they close idle connections before we do. */
const KEEP_ALIVE_MS = 65_000;

/** Node's default of five minutes is too short for a large upload on a slow line. */
const REQUEST_MS = 30 * 60_000;

/** How long a connection may be idle before we assume no request is on its way. */
const LAST_CALL_MS = 5_000;

/** The same on a signal, when shutdown must be quick: enough for requests already sent by a proxy. */
const LAST_CALL_OF_SIGNAL_MS = 200;

/** Enough for every request except a large file on a slow line. */
const LONGEST_LEAVE_MS = 5 * 60_000;

export type Serving = {
  /** Such as `http://localhost:3000`; with HOST only that one. */
  addresses: string[];
  /** Shuts down gently while other workers serve: each response closes its connection. Calls `left` at the end. */
  leave: (left: () => void) => void;
};

/** Serves the build on PORT and HOST until SIGTERM or SIGINT. Rejects when it can't listen. */
export async function serveBuild(): Promise<Serving> {
  const end = new GracefulEnd();
  let server: Server | undefined;
  for (const signal of ["SIGTERM", "SIGINT"])
    process.once(signal, () => {
      if (server) end.begin(server, LAST_CALL_OF_SIGNAL_MS);
      else process.exit(0); // no requests while the product is still loading
    });
  const build = await loadBuild();
  server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: REQUEST_MS }, createApp(build, end));
  const { PORT, HOST } = process.env;
  server.listen({ port: Number(PORT), ...(HOST && { host: HOST }) });
  await once(server, "listening");
  return {
    addresses: addressesOf(Number(PORT), HOST),
    leave(left) {
      build.product.leave();
      setTimeout(() => process.exit(0), LONGEST_LEAVE_MS).unref();
      end.begin(server, LAST_CALL_MS, left);
    },
  };
}

/** Without HOST, includes the address other machines can use. */
function addressesOf(port: number, host: string | undefined): string[] {
  if (host) return [`http://${host.includes(":") ? `[${host}]` : host}:${port}`];
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal);
  return ["localhost", ...(outside ? [outside.address] : [])].map((name) => `http://${name}:${port}`);
}
