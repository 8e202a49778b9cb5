import * as say from "../writing-copy";
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

const REASONS = {
  too_large: (name: string, limits: FileLimits) => say.fileTooLarge(name, limits.eachMib),
  /** The files sent together are too large. */
  too_much: (name: string, limits: FileLimits) => say.filesTooLarge(name, limits.submissionMib),
  /** The message is at its file limit. */
  too_many: (name: string, limits: FileLimits) => say.tooManyFiles(name, limits.perMessage),
  task_full: (name: string, limits: FileLimits) => say.fileLimitReached(name, limits.perTask),
  /** The person's new-task drafts are at their file limit, including those deleted in the last day. */
  drafts_full: (name: string, limits: FileLimits) => say.draftFileLimitReached(name, limits.perTask),
  /** The person's unsent uploads of the last day are at their size limit. */
  day_full: (name: string, limits: FileLimits) => say.dailyUploadLimitReached(name, limits.unsentMib),
  empty: say.fileIsEmpty,
  disk_full: say.diskIsFull,
  /** File storage isn't working right now. */
  storage_away: say.storageUnavailable,
};

export type NotAttached = keyof typeof REASONS;

export const whyNotAttached = (name: string, why: NotAttached, limits: FileLimits) => REASONS[why](name, limits);
