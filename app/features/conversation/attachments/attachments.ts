import * as say from "../conversation-copy";

/** A file as pages show it. */
export type ShownFile = {
  id: number;
  name: string;
  /** Bytes. */
  size: number;
  /** Of a picture that may be drawn, in CSS pixels; null for everything else. */
  picture: { width: number; height: number } | null;
  /** Its content was removed. */
  redacted?: true | undefined;
};

export const FILES_PER_MESSAGE = 10; // domain B16

/** Name of a form's field for files where errors are told: a page has one for replies and one for notes. */
export const fileErrors = (kind: "reply" | "note" | "task") => (kind === "note" ? "noteFiles" : "files");

export const fileAddress = ({ id, name }: Pick<ShownFile, "id" | "name">) =>
  `/attachments/${id}/${encodeURIComponent(name)}`;

/** The address of a picture inside a text. */
export const pictureAddress = (id: number) => `/attachments/${id}`;

/** Every such address in a text; the group is the number. */
export const PICTURE_ADDRESS = /\/attachments\/([1-9]\d{0,8})(?!\d)/g;

export const isPicture = ({ type }: Pick<File, "type">) => type.startsWith("image/");

/** Whether files are dragged, which may be looked at only once they are dropped. */
export const bringsFiles = (dragged: DataTransfer | null): dragged is DataTransfer =>
  dragged?.types.includes("Files") ?? false;

/** Whether what is pasted is a picture; not one that comes along with words, as spreadsheets send their cells. */
export const bringsPictures = (pasted: DataTransfer | null): pasted is DataTransfer =>
  pasted !== null && [...pasted.files].some(isPicture) && !pasted.types.includes("text/plain");

const UNITS = ["bytes", "KiB", "MiB", "GiB"];

/** "1 byte", "340 KiB", "1.2 MiB": rounded up, so that what is larger than a limit says so in the limit's own unit. */
export function sizeWords(bytes: number): string {
  if (bytes === 1) return "1 byte";
  let unit = 0;
  let value = bytes;
  for (; Math.ceil(value) >= 1024 && unit < UNITS.length - 1; unit++) value /= 1024;
  const tenths = Math.ceil(value * 10) / 10;
  return `${unit > 0 && tenths < 10 ? tenths.toFixed(1) : Math.ceil(value)} ${UNITS[unit]}`;
}

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
