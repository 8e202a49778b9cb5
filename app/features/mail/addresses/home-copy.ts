import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/* Copy about email for an admin's home page. Separate because that page needs no other email copy. */

/** `address` is a link, `time` relative. */
export const failsSince = (address: ReactNode, time: ReactNode) =>
  sentence`${address} isn't working. First error: ${time}`;
export const connectAddress = "Connect an email address";
export const connectAddressHint =
  "This desk has no email address yet. Messages sent to one become tasks, and replies are sent from it.";
export const dismiss = "Dismiss";
export const dismissConnecting = "Dismiss “Connect an email address”";
