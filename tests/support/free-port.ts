import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * A port nobody listens on right now. It lies below those that systems hand out by themselves (32768 and up on Linux): one
 * of those could be the near end of somebody's connection by the time a server wants it.
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
