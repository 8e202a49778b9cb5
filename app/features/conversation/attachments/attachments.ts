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
