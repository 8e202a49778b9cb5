import { deflateSync } from "node:zlib";

/** A PNG of this size in one colour, which browsers can draw. */
export function aPng(width: number, height: number, [red, green, blue] = [200, 80, 20]): Buffer {
  const row = Buffer.concat([
    Buffer.from([0]),
    Buffer.alloc(width * 3, Buffer.from([red ?? 0, green ?? 0, blue ?? 0])),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8); // eight bits each of red, green and blue
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const begin = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([begin, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const around = Buffer.alloc(4);
  around.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc(named));
  return Buffer.concat([around, named, check]);
}

function crc(bytes: Buffer): number {
  let value = 0xffff_ffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb8_8320 : 0);
  }
  return (value ^ 0xffff_ffff) >>> 0;
}

/** The start of a JPEG, up to its size. `orientation` is what a turned camera writes. */
export function aJpegHead(width: number, height: number, orientation?: number): Buffer {
  const exif = Buffer.from(
    `ffe100224578696600004d4d002a000000080001011200030000000100${(orientation ?? 1).toString(16).padStart(2, "0")}000000000000`,
    "hex",
  );
  const frame = Buffer.from("ffc0000b080000000001011100", "hex");
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from("ffd8", "hex"), orientation === undefined ? jfif : exif, frame, Buffer.alloc(64)]);
}

const jfif = Buffer.from("ffe000104a46494600010100000100010000", "hex");
