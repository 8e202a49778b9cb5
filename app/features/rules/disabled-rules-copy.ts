import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/* Copy about rules for an admin's home page. Separate because that page needs no other rule copy. */

/** `rule` is a link. */
export const wasDisabled = (rule: ReactNode, failures: number) =>
  sentence`Rule ${rule} failed ${String(failures)} times in a row and was disabled. Its run log says why.`;
export const dismiss = "Dismiss";
export const dismissNotice = (name: string) => `Dismiss the notice about ${name}`;
