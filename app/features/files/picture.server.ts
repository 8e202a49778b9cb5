import { imageSize } from "image-size";

/*
 * Estimates the pixels in all frames of an animated picture. `head` is the start of the file, `size` its full length; the
 * rest is assumed to be like the start.
 */

type Canvas = { width: number; height: number };

function pixelsOf(type: string, head: Buffer, size: number, { width, height }: Canvas): number {
  if (type === "image/gif") return pixelsOfGif(head, size, { width, height });
  if (type === "image/png") return width * height * framesOfPng(head);
  if (type === "image/webp") return width * height * scaledToFile(framesOfWebp(head), head, size);
  if (type === "image/avif") return Math.max(width * height, ...partsOfAvif(head));
  return width * height;
}

const scaledToFile = (frames: number, head: Buffer, size: number) =>
  Math.ceil((frames * size) / Math.max(1, head.length));

/** An animated PNG gives its number of frames before its first pixels. https://www.w3.org/TR/png-3/#acTL-chunk */
function framesOfPng(head: Buffer): number {
  let at = 8;
  while (at + 12 <= head.length) {
    const [length, name] = [head.readUInt32BE(at), head.toString("latin1", at + 4, at + 8)];
    if (name === "acTL") return Math.max(1, head.readUInt32BE(at + 8));
    if (name === "IDAT") return 1;
    at += 12 + length;
  }
  return 1;
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function framesOfWebp(head: Buffer): number {
  let frames = 0;
  let at = 12;
  while (at + 8 <= head.length) {
    if (head.toString("latin1", at, at + 4) === "ANMF") frames++;
    const length = head.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return Math.max(1, frames);
}

/** Every picture and tile gives its size; browsers allocate memory for the largest. */
function partsOfAvif(head: Buffer): number[] {
  const parts: number[] = [];
  for (let at = head.indexOf("ispe"); at !== -1 && at + 16 <= head.length; at = head.indexOf("ispe", at + 4)) {
    parts.push(head.readUInt32BE(at + 8) * head.readUInt32BE(at + 12));
  }
  return parts;
}

/** The size of a GIF's colour table in bytes, from the flags before it. https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

function pixelsOfGif(head: Buffer, size: number, canvas: Canvas): number {
  let { width, height } = canvas;
  let frames = 0;
  let at = 13 + tableBytes(head[10] ?? 0);
  const skipBlocks = () => {
    while (at < head.length && head[at] !== 0) at += 1 + (head[at] ?? 0);
    at++;
  };
  while (at + 1 < head.length) {
    if (head[at] === 0x21) {
      at += 2;
      skipBlocks();
    } else if (head[at] === 0x2c && at + 10 <= head.length) {
      frames++;
      // A frame can be larger than the canvas.
      width = Math.max(width, head.readUInt16LE(at + 1) + head.readUInt16LE(at + 5));
      height = Math.max(height, head.readUInt16LE(at + 3) + head.readUInt16LE(at + 7));
      at += 11 + tableBytes(head[at + 9] ?? 0);
      skipBlocks();
    } else break;
  }
  return width * height * scaledToFile(Math.max(1, frames), head, size);
}

/** Picture types that all browsers show and none executes. Everything else, SVG above all, is only downloaded. */
export const PICTURE_TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"] as const;

export const OTHER_TYPE = "application/octet-stream";

/** How much of a file's start is examined. Photos can have colour profiles and previews before their size. */
export const HEAD_BYTES = 512 * 1024;

/** Limit for shown pictures, over all frames: a 12 KB file can claim 100 megapixels, which took a browser 1.4 GB to draw. */
const MOST_PIXELS = 25_000_000;

/** File signatures, checked first because `image-size` accepts many formats we don't show. */
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
 * Detects a picture's type and display size. Treated as another file if its size can't be read or is too large.
 *
 * size  length of the whole file
 */
export function pictureIn(head: Buffer, size = head.length): Picture {
  const start = head.toString("latin1", 0, 16);
  const type = BEGINNINGS.find(([, beginning]) => beginning.test(start))?.[0];
  if (!type) return NO_PICTURE;
  try {
    const { width, height, orientation = 1 } = imageSize(head);
    if (!(width > 0 && height > 0 && pixelsOf(type, head, size, { width, height }) <= MOST_PIXELS)) return NO_PICTURE;
    const onItsSide = orientation >= 5; // EXIF: browsers rotate the picture
    return { type, width: onItsSide ? height : width, height: onItsSide ? width : height };
  } catch {
    return NO_PICTURE; // truncated or corrupt: kept as a plain file
  }
}
