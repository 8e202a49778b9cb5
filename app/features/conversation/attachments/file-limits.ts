import * as say from "../uploads-copy";
import { FILES_PER_MESSAGE } from "./attachments";

const MIB = 1024 * 1024;

/** Domain B16. `unsent…` limits what one person has in drafts from the last day. `eachMib` is the setting ATTACHMENT_MIB. */
export const fileLimits = (eachMib: number) => ({
  eachMib,
  eachBytes: eachMib * MIB,
  perMessage: FILES_PER_MESSAGE,
  perTask: 100,
  submissionMib: eachMib * 2,
  submissionBytes: eachMib * 2 * MIB,
  unsentMib: eachMib * 20,
  unsentBytes: eachMib * 20 * MIB,
});

export type FileLimits = ReturnType<typeof fileLimits>;

/** Words put between others with a blank line around them: as many line ends as there are not yet. */
export function asParagraph(words: string, before: string, after: string): string {
  const [, ends = ""] = before.match(/(\n*)$/) ?? [];
  const [, begins = ""] = after.match(/^(\n*)/) ?? [];
  return `${before === "" ? "" : "\n\n".slice(ends.length)}${words}${"\n\n".slice(begins.length)}`;
}

/**
 * too_large    larger than one file may be
 * too_much     the files of one sending are too large together
 * too_many     the message has as many files as it may
 * task_full    the task has
 * drafts_full  this person's drafts of new tasks have, with those they deleted within a day
 * day_full     this person uploaded as much in the last day as drafts may hold
 * storage_away nobody can keep it at the moment
 */
export type NotAttached =
  | "too_large"
  | "too_much"
  | "too_many"
  | "task_full"
  | "drafts_full"
  | "day_full"
  | "empty"
  | "disk_full"
  | "storage_away";

/** Why a file was not attached, for the person who tried. */
export function whyNotAttached(name: string, why: NotAttached, limits: FileLimits): string {
  switch (why) {
    case "too_large":
      return say.isTooLarge(name, limits.eachMib);
    case "too_much":
      return say.isTooMuch(name, limits.submissionMib);
    case "too_many":
      return say.isOneTooMany(name, limits.perMessage);
    case "task_full":
      return say.taskIsFull(name, limits.perTask);
    case "drafts_full":
      return say.draftsAreFull(name, limits.perTask);
    case "day_full":
      return say.dayIsFull(name, limits.unsentMib);
    case "empty":
      return say.isEmpty(name);
    case "storage_away":
      return say.storageIsAway(name);
    case "disk_full":
      return say.diskIsFull(name);
  }
}
