import { randomFillSync } from "node:crypto";

const BYTES = 32;

/** Random bytes for many tokens: one system call for 64 costs as much as for one. */
const drawn = Buffer.alloc(BYTES * 64);
let used = drawn.length;

/** 32 random bytes as 64 lower-case hex digits. */
export function randomToken(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const token = drawn.toString("hex", used, used + BYTES);
  drawn.fill(0, used, used + BYTES); // don't leave used tokens in memory
  used += BYTES;
  return token;
}
