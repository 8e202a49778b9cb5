import { createHmac } from "node:crypto";
import { secretOf, settings } from "./settings.server";

let secret: string | undefined;

/**
 * Returns a keyed hash of a text as 24 hex digits: without the secret it can't be computed or guessed. `purpose`: one word.
 */
export function keyedDigest(purpose: string, text: string): string {
  secret ??= secretOf(settings());
  return createHmac("sha256", secret).update(`${purpose} ${text}`).digest("hex").slice(0, 24);
}
