import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type Cuttable = {
  /** Leads to the server while the line is whole. */
  origin: string;
  cut: () => void;
  /** Nothing gets through any more, either way, and neither end is told: what is connected by then stays silent for good. */
  silence: () => void;
  mend: () => void;
  close: () => Promise<void>;
};

/**
 * A line to a server that can be cut. The browser's own offline switch does not reach its service workers, so for them
 * the network has to be gone in earnest.
 */
export async function cuttable(origin: string): Promise<Cuttable> {
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
    mend() {
      state = "whole";
    },
    async close() {
      drop();
      relay.close();
      await once(relay, "close");
    },
  };
}
