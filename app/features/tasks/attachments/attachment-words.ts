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

const MIB = 1024 * 1024;

export const FILES_PER_MESSAGE = 10; // domain B16

/** Domain B16. `eachMib` is the setting ATTACHMENT_MIB. */
export const fileLimits = (eachMib: number) => ({
  eachMib,
  eachBytes: eachMib * MIB,
  perMessage: FILES_PER_MESSAGE,
  perTask: 100,
  submissionMib: eachMib * 2,
  submissionBytes: eachMib * 2 * MIB,
});

export type FileLimits = ReturnType<typeof fileLimits>;

/** Name of a form's field for files where errors are told: a page has one for replies and one for notes. */
export const fileErrors = (kind: "reply" | "note" | "task") => (kind === "note" ? "noteFiles" : "files");

export const fileAddress = ({ id, name }: Pick<ShownFile, "id" | "name">) =>
  `/attachments/${id}/${encodeURIComponent(name)}`;

/** The address of a picture inside a text. */
export const pictureAddress = (id: number) => `/attachments/${id}`;

/** Words put between others with a blank line around them: as many line ends as there are not yet. */
export function asParagraph(words: string, before: string, after: string): string {
  const [, ends = ""] = before.match(/(\n*)$/) ?? [];
  const [, begins = ""] = after.match(/^(\n*)/) ?? [];
  return `${before === "" ? "" : "\n\n".slice(ends.length)}${words}${"\n\n".slice(begins.length)}`;
}

export const isPicture = ({ type }: Pick<File, "type">) => type.startsWith("image/");

/** Whether what is pasted is a picture; not one that comes along with words, as spreadsheets send their cells. */
export const bringsPictures = (pasted: DataTransfer | null): pasted is DataTransfer =>
  pasted !== null && [...pasted.files].some(isPicture) && !pasted.types.includes("text/plain");

const UNITS = ["bytes", "kB", "MB", "GB"];

/** "1 byte", "340 kB", "1.2 MB": as file managers write it. */
export function sizeWords(bytes: number): string {
  if (bytes === 1) return "1 byte";
  let unit = 0;
  let value = bytes;
  for (; value >= 999.5 && unit < UNITS.length - 1; unit++) value /= 1000;
  const digits = unit > 0 && value < 9.95 ? 1 : 0;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}

/**
 * too_large    larger than one file may be
 * too_much     the files of one sending are too large together
 * too_many     the message has as many files as it may
 * task_full    the task has
 */
export type NotAttached = "too_large" | "too_much" | "too_many" | "task_full" | "empty" | "disk_full";

/** Why a file was not attached, for the person who tried. */
export function whyNotAttached(name: string, why: NotAttached, limits: FileLimits): string {
  switch (why) {
    case "too_large":
      return `“${name}” is too large: a file may have up to ${limits.eachMib} MiB.`;
    case "too_much":
      return `“${name}” was left out: the files you send at once may have up to ${limits.submissionMib} MiB together. Send it by itself.`;
    case "too_many":
      return `“${name}” was left out: a message may have up to ${limits.perMessage} files.`;
    case "task_full":
      return `“${name}” was left out: this task has ${limits.perTask} files already, and no more can be added.`;
    case "empty":
      return `“${name}” is empty. Choose the file again, if it should not be.`;
    case "disk_full":
      return `“${name}” could not be kept: the server has no room left. Tell whoever looks after it.`;
  }
}
