import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type BreakableProxy = {
  /** Address of the relay, which forwards to the server unless it is cut. */
  origin: string;
  cut: () => void;
  /** Drops all traffic both ways but closes nothing: open connections stay silent for good. */
  silence: () => void;
  restore: () => void;
  close: () => Promise<void>;
};

/**
 * A relay to a server that can be cut. The browser's offline switch doesn't reach its service workers. For them, the
 * network has to fail for real.
 */
export async function breakableProxy(origin: string): Promise<BreakableProxy> {
  const { port } = new URL(origin);
  const sockets = new Set<Socket>();
  let state: "whole" | "cut" | "silent" = "whole";
  const relay = createServer((near) => {
    if (state === "cut") return near.destroy();
    if (state === "silent") return void sockets.add(near.on("error", () => {}));
    const far = connect(Number(port), "127.0.0.1");
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on("error", () => other.destroy());
      socket.once("close", () => sockets.delete(socket));
    }
  });
  await once(relay.listen(0, "127.0.0.1"), "listening");
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    origin: `http://localhost:${(relay.address() as AddressInfo).port}`,
    cut() {
      state = "cut";
      drop();
    },
    silence() {
      state = "silent";
      for (const socket of sockets) socket.unpipe();
    },
    restore() {
      state = "whole";
    },
    async close() {
      drop();
      relay.close();
      await once(relay, "close");
    },
  };
}
