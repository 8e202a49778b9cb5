import { createHmac } from "node:crypto";
import { secretOf, settings } from "./settings.server";

let secret: string | undefined;

/** A keyed hash of a text, as 24 hex digits: nobody else can compute it or test guesses against it. `purpose`: one word. */
export function keyedDigest(purpose: string, text: string): string {
  secret ??= secretOf(settings());
  return createHmac("sha256", secret).update(`${purpose} ${text}`).digest("hex").slice(0, 24);
}
