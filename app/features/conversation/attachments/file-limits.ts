import * as say from "../uploads-copy";
import { FILES_PER_MESSAGE } from "./attachments";

const MIB = 1024 * 1024;

/** Domain B16. `unsent…` limits one person's drafts of the last day. `eachMib` is the setting ATTACHMENT_MIB. */
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

/** Pads words to a paragraph of their own, adding only the missing line breaks. */
export function asParagraph(words: string, before: string, after: string): string {
  const [, ends = ""] = before.match(/(\n*)$/) ?? [];
  const [, begins = ""] = after.match(/^(\n*)/) ?? [];
  return `${before === "" ? "" : "\n\n".slice(ends.length)}${words}${"\n\n".slice(begins.length)}`;
}

/**
 * too_large     larger than one file may be
 * too_much      the files sent together are too large
 * too_many      the message is at its file limit
 * task_full     the task is at its file limit
 * drafts_full   the person's new-task drafts are, including those deleted in the last day
 * day_full      the person's unsent uploads of the last day are at their size limit
 * storage_away  file storage isn't working right now
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
