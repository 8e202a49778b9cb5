import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type Cuttable = {
  /** Leads to the server while the line is whole. */
  origin: string;
  cut: () => void;
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
  let whole = true;
  const relay = createServer((near) => {
    if (!whole) return near.destroy();
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
      whole = false;
      drop();
    },
    mend() {
      whole = true;
    },
    async close() {
      drop();
      relay.close();
      await once(relay, "close");
    },
  };
}
