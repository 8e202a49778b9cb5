import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/* Copy of the checklist. Separate because every first load of Home needs it. */

export const setUpYourDesk = "Set up your desk";
export const doneOf = (done: number, all: number) => `${done} of ${all} done`;
export const done = "Done";
export const skipped = "Skipped";
export const toDo = "To do";
export const skip = "Skip";
export const skipStep = (step: string) => `Skip “${step}”`;
export const resume = "Put back";
export const resumeStep = (step: string) => `Put back “${step}”`;
export const hideChecklist = "Hide checklist";
export const hide = "Hide";
export const deskIsReady = "Your desk is ready";
type Link = (words: string) => ReactNode;
export const whatNext = (serviceLevels: Link, rules: Link, macros: Link) =>
  sentence`You can also ${serviceLevels("set response targets")}, ${rules("automate work with rules")}, or ${macros("save replies as macros")}.`;
export const loadSampleData = "Load sample data";
export const removeSampleData = "Remove sample data";
