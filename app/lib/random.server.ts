import { randomFillSync } from "node:crypto";

const BYTES = 32;

/** Bytes for many: to ask the system for some takes as long as for a page of them. */
const drawn = Buffer.alloc(BYTES * 64);
let used = drawn.length;

/** 32 random bytes as 64 lower-case hex digits. */
export function randomToken(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const token = drawn.toString("hex", used, used + BYTES);
  drawn.fill(0, used, used + BYTES); // a token is nowhere but with whoever asked for it
  used += BYTES;
  return token;
}
