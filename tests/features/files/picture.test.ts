import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanFileName } from "~/features/conversation/attachments/incoming-files.server";
import { OTHER_TYPE, pictureIn } from "~/features/files/picture.server";
import { aJpegHead, aPng } from "../../support/pictures";

const bytes = (text: string) => Buffer.from(text, "latin1");

/** The smallest headers that state type and size. */
const GIF = bytes("GIF89a\x05\x00\x03\x00\x80\x00\x00");
const WEBP = bytes("RIFF\x24\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00\x02\x00\x00");
const box = (name: string, content: Buffer) => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(content.length + 8);
  return Buffer.concat([head, bytes(name), content]);
};
const AVIF = Buffer.concat([
  box("ftyp", bytes("avif\0\0\0\0avifmif1")),
  box(
    "meta",
    Buffer.concat([
      Buffer.alloc(4),
      box("iprp", box("ipco", box("ispe", Buffer.from("00000000" + "00000005" + "00000003", "hex")))),
    ]),
  ),
]);

describe("domain A18: file types by content", () => {
  test.each([
    ["PNG", aPng(5, 3), "image/png", 5, 3],
    ["JPEG", aJpegHead(5, 3), "image/jpeg", 5, 3],
    ["JPEG rotated by its EXIF orientation", aJpegHead(5, 3, 6), "image/jpeg", 3, 5],
    ["GIF", GIF, "image/gif", 5, 3],
    ["WebP", WEBP, "image/webp", 5, 3],
    ["AVIF", AVIF, "image/avif", 5, 3],
  ])("recognise %s as a picture, with its size", (_, head, type, width, height) => {
    expect(pictureIn(head)).toEqual({ type, width, height });
  });

  test.each([
    ["SVG", bytes('<svg xmlns="http://www.w3.org/2000/svg" width="5" height="3"><script>alert(1)</script></svg>')],
    ["HTML", bytes("<!doctype html><script>alert(1)</script>")],
    ["HTML after the signature of a GIF", bytes("GIF89<script>alert(1)</script>")],
    ["TIFF", bytes("II*\0\x08\0\0\0")],
    ["a truncated PNG", aPng(5, 3).subarray(0, 12)],
    ["a PNG that claims 100,000 × 100,000 pixels", resized(100_000, 100_000)],
    ["a PNG of more than 25 megapixels", resized(5_001, 5_000)],
    ["a JPEG of more than 25 megapixels", aJpegHead(9_990, 10_000)],
    ["a GIF of more than 25 megapixels", aGif(6_000, 5_000)],
    ["a GIF whose frames total more than 25 megapixels", aGif(1_000, 1_000, 26)],
    ["a GIF with a frame larger than its canvas", aGif(5, 3, 1, 6_000)],
    ["a WebP of more than 25 megapixels", aWebp(6_000, 5_000)],
    ["a WebP whose frames total more than 25 megapixels", aWebp(1_000, 1_000, 26)],
    ["an animated PNG whose frames total more than 25 megapixels", anApng(1_000, 1_000, 26)],
    ["an AVIF of more than 25 megapixels", anAvif(6_000, 5_000)],
    ["an AVIF followed by one of more than 25 megapixels", Buffer.concat([AVIF, anAvif(6_000, 5_000)])],
    ["a PNG of zero width", resized(0, 5)],
    ["nothing", Buffer.alloc(0)],
  ])("don't count %s as a picture", (_, head) => {
    expect(pictureIn(head)).toEqual({ type: OTHER_TYPE, width: null, height: null });
  });

  test.each([
    ["PNG", resized(5_000, 5_000)],
    ["JPEG", aJpegHead(5_000, 5_000)],
    ["GIF", aGif(1_000, 1_000, 25)],
    ["WebP", aWebp(1_000, 1_000, 25)],
    ["APNG", anApng(1_000, 1_000, 25)],
    ["AVIF", anAvif(5_000, 5_000)],
  ])("count a %s of 25 megapixels as a picture", (_, head) => {
    expect(pictureIn(head).width).toBeGreaterThanOrEqual(1_000);
  });

  test("take frames beyond the part that was read to be like those in it", () => {
    const head = aGif(1_000, 1_000, 20);
    expect(pictureIn(head, head.length).type).toBe("image/gif");
    expect(pictureIn(head, head.length * 2).type).toBe(OTHER_TYPE);
  });

  test("read the size of any broken picture without hanging or throwing", () => {
    const seeds = [aPng(5, 3), aJpegHead(5, 3, 6), GIF, WEBP, AVIF];
    const broken = fc
      .tuple(fc.constantFrom(...seeds), fc.array(fc.tuple(fc.nat(80), fc.nat(255))), fc.nat(400))
      .map(([seed, changes, length]) => {
        const copy = Buffer.concat([seed, Buffer.alloc(300, 0xff)]).subarray(0, 12 + length);
        for (const [at, byte] of changes) if (at >= 12 && at < copy.length) copy[at] = byte;
        return copy;
      });
    fc.assert(
      fc.property(broken, (head) => {
        const { width, height } = pictureIn(head);
        return width === null ? height === null : width > 0;
      }),
      { numRuns: 2_000, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: true },
    );
  });
});

function aGif(width: number, height: number, frames = 1, frameWidth = 1) {
  const screen = Buffer.alloc(7);
  screen.writeUInt16LE(width, 0);
  screen.writeUInt16LE(height, 2);
  const frame = Buffer.from("21f90400000000002c00000000000000000002024c0100", "hex");
  frame.writeUInt16LE(frameWidth, 13);
  frame.writeUInt16LE(frameWidth === 1 ? 1 : 5_000, 15);
  return Buffer.concat([bytes("GIF89a"), screen, ...Array.from({ length: frames }, () => frame), bytes(";")]);
}

function aWebp(width: number, height: number, frames = 1) {
  const canvas = Buffer.alloc(6);
  canvas.writeUIntLE(width - 1, 0, 3);
  canvas.writeUIntLE(height - 1, 3, 3);
  const frame = Buffer.concat([bytes("ANMF\x10\x00\x00\x00"), Buffer.alloc(16)]);
  const all = Array.from({ length: frames }, () => frame);
  return Buffer.concat([bytes("RIFF\x24\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x02\x00\x00\x00"), canvas, ...all]);
}

function anApng(width: number, height: number, frames: number) {
  const control = Buffer.from("0000000861635454" + "0000000000000000" + "00000000", "hex");
  control.write("acTL", 4, "latin1");
  control.writeUInt32BE(frames, 8);
  const picture = resized(width, height);
  return Buffer.concat([picture.subarray(0, 33), control, picture.subarray(33)]);
}

function anAvif(width: number, height: number) {
  const avif = Buffer.from(AVIF);
  const at = avif.indexOf("ispe");
  avif.writeUInt32BE(width, at + 8);
  avif.writeUInt32BE(height, at + 12);
  return avif;
}

function resized(width: number, height: number) {
  const picture = aPng(5, 3);
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  return picture;
}

describe("file names", () => {
  test.each([
    ["report.pdf", "report.pdf"],
    ["report; final=2.pdf", "report; final=2.pdf"],
    ["C:\\fakepath\\photo.jpg", "photo.jpg"],
    ["../../etc/passwd", "passwd"],
    ["a\u0000b\r\nc.txt", "ab c.txt"],
    ["invoice\u202Egpj.exe", "invoicegpj.exe"],
    ["\u2067hidden\u2069.txt", "hidden.txt"],
    ["Ångström.txt", "Ångström.txt".normalize("NFC")],
    ["", "file"],
    ["..", "file"],
    ["   ", "file"],
    ["dir/", "file"],
    [".bashrc", ".bashrc"],
    [`${"x".repeat(300)}.pdf`, `${"x".repeat(251)}.pdf`],
    ["😀".repeat(300), "😀".repeat(255)],
  ])("%j is stored as %j", (given, kept) => {
    expect(cleanFileName(given)).toBe(kept);
    expect([...cleanFileName(given)].length).toBeLessThanOrEqual(255);
  });
});
