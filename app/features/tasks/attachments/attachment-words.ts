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
