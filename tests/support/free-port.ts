import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Finds a port that nothing listens on. It is below the ephemeral range (32768 and up on Linux): an outgoing connection
 * could take such a port before the server does.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = randomInt(20_000, 30_000);
    if (await isFree(port)) return port;
  }
  throw new Error("No free port was found.");
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
