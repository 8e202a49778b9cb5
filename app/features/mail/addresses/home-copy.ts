import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/* What an admin's home page says about email. Apart from the rest, which that page doesn't need. */

/** `address` is a link, `time` relative. */
export const failsSince = (address: ReactNode, time: ReactNode) =>
  sentence`${address} isn't working. First error: ${time}`;
export const connectAddress = "Connect an email address";
export const connectAddressHint =
  "This desk has no email address yet. Messages sent to one become tasks, and replies are sent from it.";
export const dismiss = "Dismiss";
export const dismissConnecting = "Dismiss “Connect an email address”";
