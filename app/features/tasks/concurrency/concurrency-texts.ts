import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** What people read here; docs/decisions/0020 says how to add to it. */

export const changedBySomebodyElseToo = "Changed by somebody else, too";
export const changedThisToo = (label: string, by: string, rest: ReactNode) =>
  sentence`${label}: ${by} changed this too${rest}`;
export const keepTheirs = "Keep theirs";
export const cannotFollow = (theirs: string) => ` cannot follow ${theirs}`;
export const useMine = "Use mine";
export const none = "none";
export const somebodyElse = "somebody else";
export const taskdesk = "Taskdesk";
