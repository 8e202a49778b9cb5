import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type FlakyLine = {
  port: number;
  /** Number of connections so far. */
  connections: () => number;
  /** How connections behave from now on: pass data, stay silent, or break after that many bytes from the server. */
  state: "whole" | "silent" | { cutAfter: number } | { garbageAfter: number };
  /** Closes all connections. */
  cut: () => void;
  /** Blocks existing connections without telling either side. */
  silence: () => void;
  close: () => Promise<void>;
};

/** A proxy to a server that can fail the way networks and servers do. */
export async function flakyLine(target: number): Promise<FlakyLine> {
  const sockets = new Set<Socket>();
  let count = 0;
  const relay = createServer((near) => {
    count++;
    keep(near);
    if (line.state === "silent") return;
    const far = connect(target, "127.0.0.1");
    keep(far);
    near.pipe(far);
    let passed = 0;
    far.on("data", (chunk) => {
      const { state } = line;
      passed += chunk.length;
      if (typeof state === "object" && "cutAfter" in state && passed > state.cutAfter) {
        near.end(chunk.subarray(0, Math.max(0, chunk.length - (passed - state.cutAfter))));
        far.destroy();
      } else if (typeof state === "object" && "garbageAfter" in state && passed > state.garbageAfter) {
        near.write("* 1 FETCH ((((\xff\x00 {99999999999}\r\n)\r\n)\r\n");
      } else near.write(chunk);
    });
    near.once("close", () => far.destroy());
    far.once("close", () => near.destroy());
  });
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
  };
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const line: FlakyLine = {
    port: (relay.address() as AddressInfo).port,
    connections: () => count,
    state: "whole",
    cut,
    silence() {
      for (const socket of sockets) socket.unpipe().removeAllListeners("data").pause();
    },
    async close() {
      cut();
      relay.close();
      await once(relay, "close");
    },
  };
  return line;
}
