export type ShownFile = {
  id: number;
  name: string;
  /** Bytes. */
  size: number;
  /** CSS pixels of a picture that pages may show; null for everything else. */
  picture: { width: number; height: number } | null;
  /** Its content was redacted. */
  redacted?: true | undefined;
};

export const FILES_PER_MESSAGE = 10; // domain B16

/** Form field that file errors belong to. A page has one form for replies and one for notes. */
export const fileErrors = (kind: "reply" | "note" | "task") => (kind === "note" ? "noteFiles" : "files");

export const fileAddress = ({ id, name }: Pick<ShownFile, "id" | "name">) =>
  `/attachments/${id}/${encodeURIComponent(name)}`;

/** URL of a picture in a text. */
export const pictureAddress = (id: number) => `/attachments/${id}`;

/** Matches every such URL in a text; the group is the id. */
export const PICTURE_ADDRESS = /\/attachments\/([1-9]\d{0,8})(?!\d)/g;

export const isPicture = ({ type }: Pick<File, "type">) => type.startsWith("image/");

/** Whether files are being dragged. Browsers reveal them only on drop. */
export const carriesFiles = (dragged: DataTransfer | null): dragged is DataTransfer =>
  dragged?.types.includes("Files") ?? false;

/** Whether a picture is pasted. False if it comes with text, as spreadsheet cells do. */
export const carriesPictures = (pasted: DataTransfer | null): pasted is DataTransfer =>
  pasted !== null && [...pasted.files].some(isPicture) && !pasted.types.includes("text/plain");

const UNITS = ["bytes", "KiB", "MiB", "GiB"];

/** "1 byte", "340 KiB", "1.2 MiB". Rounds up, so that a size above a limit reads so in the limit's own unit. */
export function formatFileSize(bytes: number): string {
  if (bytes === 1) return "1 byte";
  let unit = 0;
  let value = bytes;
  for (; Math.ceil(value) >= 1024 && unit < UNITS.length - 1; unit++) value /= 1024;
  const tenths = Math.ceil(value * 10) / 10;
  return `${unit > 0 && tenths < 10 ? tenths.toFixed(1) : Math.ceil(value)} ${UNITS[unit]}`;
}
