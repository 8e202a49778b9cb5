import type { Migration } from "kysely";
import * as desk from "./0001-desk";

/** Every step, in order. A released step is never edited and never leaves this list. */
export const MIGRATIONS: Record<string, Migration> = {
  "0001-desk": desk as Migration,
};
