import { imageSize } from "image-size";
import { pixelsOf } from "./picture-frames.server";

/** Pictures that every browser draws and none runs. Everything else, SVG above all, is only ever downloaded. */
export const PICTURE_TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"] as const;

export const OTHER_TYPE = "application/octet-stream";

/** How much of the beginning of a file is looked at. Photographs carry colour profiles and previews before their size. */
export const HEAD_BYTES = 512 * 1024;

/** Larger pictures, all frames counted, aren't shown: 12 KB can claim 100 megapixels, which took a browser 1.4 GB to draw. */
const MOST_PIXELS = 25_000_000;

/** How each of them begins; `image-size` knows many more formats, which we do not want to hear about. */
const BEGINNINGS: [type: (typeof PICTURE_TYPES)[number], beginning: RegExp][] = [
  ["image/png", /^\x89PNG\r\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF[\s\S]{4}WEBP/],
  ["image/avif", /^[\s\S]{4}ftypavif/],
];

type Picture = { type: string; width: number | null; height: number | null };

const NO_PICTURE: Picture = { type: OTHER_TYPE, width: null, height: null };

/** The size a stored picture is shown at; null for other files, and for pictures stored before the limit that exceed it. */
export function shownSize(file: { width: number | null; height: number | null }) {
  const { width, height } = file;
  return width !== null && height !== null && width * height <= MOST_PIXELS ? { width, height } : null;
}

/**
 * The type and display size of the picture that begins like this; no picture when its size can't be read or is too large.
 * `size` is the length of the whole file.
 */
export function pictureIn(head: Buffer, size = head.length): Picture {
  const start = head.toString("latin1", 0, 16);
  const type = BEGINNINGS.find(([, beginning]) => beginning.test(start))?.[0];
  if (!type) return NO_PICTURE;
  try {
    const { width, height, orientation = 1 } = imageSize(head);
    if (!(width > 0 && height > 0 && pixelsOf(type, head, size, { width, height }) <= MOST_PIXELS)) return NO_PICTURE;
    const onItsSide = orientation >= 5; // EXIF: the camera was turned, and browsers turn the picture back
    return { type, width: onItsSide ? height : width, height: onItsSide ? width : height };
  } catch {
    return NO_PICTURE; // cut off or broken: not worth drawing, but worth keeping
  }
}
