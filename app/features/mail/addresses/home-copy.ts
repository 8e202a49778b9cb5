import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/* What an admin's home page says about email. Apart from the rest, which that page doesn't need. */

/** `address` is a link, `time` relative. */
export const failsSince = (address: ReactNode, time: ReactNode) =>
  sentence`${address} isn't working. First error: ${time}`;
export const connectAddress = "Connect an email address";
export const connectAddressHint = "Messages sent to it become tasks, and replies are sent from it.";
