import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { networkInterfaces } from "node:os";
import { createApp } from "./app";
import { loadBuild } from "./build";
import { GracefulEnd } from "./graceful-shutdown";

/** Longer than common proxies keep theirs: they, not we, close idle connections. */
const KEEP_ALIVE_MS = 65_000;

/** Node's five minutes are not enough for a large file over a poor line. */
const REQUEST_MS = 30 * 60_000;

/** So long a connection may rest before it counts as unused by a browser or proxy that could still be sending. */
const LAST_CALL_MS = 5_000;

/** The same where the end has to come soon: enough for what has left a proxy, and for what waits here to be read. */
const LAST_CALL_OF_SIGNAL_MS = 200;

/** Whatever somebody asked is answered by then, a large file on a poor line aside. */
const LONGEST_LEAVE_MS = 5 * 60_000;

export type Serving = {
  /** Such as `http://localhost:3000`; with HOST only the chosen one. */
  addresses: string[];
  /** Ends with time, where others go on serving: every answer from now on is the last of its connection. Then calls `left`. */
  leave: (left: () => void) => void;
};

/** Serves the build in this process on PORT and HOST, until SIGTERM or SIGINT. Rejects when it can't listen. */
export async function serveBuild(): Promise<Serving> {
  const end = new GracefulEnd();
  let server: Server | undefined;
  for (const signal of ["SIGTERM", "SIGINT"])
    process.once(signal, () => {
      if (server) end.begin(server, LAST_CALL_OF_SIGNAL_MS);
      else process.exit(0); // while the product is being loaded nobody has asked anything
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

/** Without HOST also the one by which other machines find this one. */
function addressesOf(port: number, host: string | undefined): string[] {
  if (host) return [`http://${host.includes(":") ? `[${host}]` : host}:${port}`];
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal);
  return ["localhost", ...(outside ? [outside.address] : [])].map((name) => `http://${name}:${port}`);
}
