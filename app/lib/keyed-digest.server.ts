import { createHmac } from "node:crypto";
import { secretOf, settings } from "./settings.server";

let secret: string | undefined;

/** 24 hex digits that only we can make of a text: what it says can't be guessed from them. `purpose`: one word. */
export function keyedDigest(purpose: string, text: string): string {
  secret ??= secretOf(settings());
  return createHmac("sha256", secret).update(`${purpose} ${text}`).digest("hex").slice(0, 24);
}
