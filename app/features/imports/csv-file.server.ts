import { type FileHandle, open } from "node:fs/promises";
import { normalized } from "~/lib/text";
import { type CsvRow, CsvScanner } from "./csv-scanner.server";
import { ImportRefusal, listed, quoted } from "./import-refusal";

const CHUNK_BYTES = 256 * 1024;

export type CsvFile = {
  header: string[];
  bytes: number;
  /** Size, modification time and inode: differs when the file has changed. */
  stamp: string;
  /** Rows after the header, in batches, with the bytes read so far. */
  rows: () => AsyncGenerator<{ rows: CsvRow[]; bytesRead: number }>;
};

/** Opens a CSV file and reads its header. Throws `ImportRefusal` if it isn't CSV. */
export async function openCsvFile(path: string, delimiter: string): Promise<CsvFile> {
  const { bytes, stamp, beginning } = await readBeginning(path);
  refuseOtherThanText(path, bytes, beginning);
  // Spreadsheets can write the delimiter as a first line: "sep=;". It isn't the header, and it overrides the map.
  const declared = /^(?:\ufeff)?"?sep=(.)"?[\r\n]/i.exec(beginning.toString("utf8", 0, 20))?.[1];
  const beforeHeader = declared === undefined ? 0 : 1;
  const lineEnd = beginning.includes("\n") || !beginning.includes("\r") ? "\n" : "\r";

  async function* everyRow() {
    const scanner = new CsvScanner({ delimiter: declared ?? delimiter, lineEnd });
    let bytesRead = 0;
    for await (const chunk of chunksOf(path)) {
      bytesRead += chunk.length;
      yield { rows: scanner.push(chunk), bytesRead };
    }
    yield { rows: scanner.end(), bytesRead };
  }

  async function* rowsFrom(first: number) {
    let left = first;
    for await (const { rows, bytesRead } of everyRow()) {
      const skipped = Math.min(left, rows.length);
      left -= skipped;
      yield { rows: rows.slice(skipped), bytesRead };
    }
  }

  let header: string[] | null = null;
  for await (const { rows } of rowsFrom(beforeHeader)) {
    const [first] = rows;
    if (!first) continue;
    if ("trouble" in first) throw new ImportRefusal(`The header of ${path} can't be read: ${first.trouble}.`);
    header = first.cells.map(columnName);
    break;
  }
  if (header === null) throw new ImportRefusal(`${path} contains only blank lines. Choose a file with a header row.`);

  return { header, bytes, stamp, rows: () => rowsFrom(beforeHeader + 1) };
}

/** Normalises a column name: file and map may encode "é" differently. */
const columnName = (text: string) => normalized(text, "NFC").trim();

/** Throws `ImportRefusal` if a column of the map is missing from the header or repeated in it. */
export function refuseWrongHeader(path: string, header: readonly string[], wanted: ReadonlyMap<string, string[]>) {
  const missing = [...wanted].filter(([column]) => !header.includes(column));
  if (missing.length > 0) {
    const named = missing.map(([column, places]) => `${quoted(column)} (${places.join(", ")})`);
    const what = missing.length === 1 ? "a column that isn't" : "columns that aren't";
    const hint = hintFor(header);
    throw new ImportRefusal(
      `The map names ${what} in ${path}: ${new Intl.ListFormat("en").format(named)}. ` +
        `${hint ?? `The file has the columns ${listed(header)}.`}`,
    );
  }
  const twice = [...wanted.keys()].filter((column) => header.indexOf(column) !== header.lastIndexOf(column));
  if (twice.length > 0) {
    throw new ImportRefusal(
      `The header of ${path} has ${listed(twice)} more than once. Give each column its own name.`,
    );
  }
}

/** Guesses why the map's columns are missing; null for no guess. */
function hintFor(header: readonly string[]): string | null {
  const [first = ""] = header;
  if (/^\s*[[{]/.test(first)) return "The file looks like JSON. Only CSV can be imported.";
  if (/^\s*<[!?a-z]/i.test(first)) return "The file looks like a web page or XML. Only CSV can be imported.";
  if (header.length > 1) return null;
  const counts = [";", "\t", "|", ","].map((sign) => ({ sign, count: first.split(sign).length - 1 }));
  const best = counts.reduce((a, b) => (b.count > a.count ? b : a));
  if (best.count === 0) return null;
  const sign = best.sign === "\t" ? "\\t" : best.sign;
  return `Its columns seem to be separated by ${sign === "\\t" ? "tabs" : `"${sign}"`}: put "delimiter": "${sign}" under "file" in the map.`;
}

async function readBeginning(path: string) {
  const file = await openFile(path);
  try {
    const stat = await file.stat();
    if (stat.isDirectory()) throw new ImportRefusal(`${path} is a folder. Enter the CSV file in it.`);
    if (!stat.isFile()) throw new ImportRefusal(`${path} isn't a regular file. Save its output to a file first.`);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
    const stamp = `${stat.size} ${stat.mtimeMs} ${stat.ino}`;
    return { bytes: stat.size, stamp, beginning: buffer.subarray(0, bytesRead) };
  } finally {
    await file.close();
  }
}

/** Opens a file for reading. Throws `ImportRefusal` if it can't. */
export async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "";
    const why: Record<string, string> = {
      ENOENT: "There is no file",
      ENOTDIR: "There is no file",
      EACCES: "You don't have permission to read",
      EPERM: "You don't have permission to read",
      ELOOP: "Too many links lead to",
      ENAMETOOLONG: "This file name is too long:",
    };
    throw new ImportRefusal(`${why[code] ?? `Can't open (${code})`} ${path}.`, { cause });
  }
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  const file = await openFile(path);
  try {
    for await (const chunk of file.createReadStream({ highWaterMark: CHUNK_BYTES, autoClose: false })) {
      yield chunk as Buffer;
    }
  } catch (cause) {
    if (cause instanceof ImportRefusal || !(cause as NodeJS.ErrnoException).code) throw cause;
    throw new ImportRefusal(`${path} couldn't be read to the end. Check the disk and try again.`, { cause });
  } finally {
    await file.close();
  }
}

const SIGNATURES: [begins: number[], kind: string][] = [
  [[0x89, 0x50, 0x4e, 0x47], "a PNG image"],
  [[0xff, 0xd8, 0xff], "a JPEG image"],
  [[0x25, 0x50, 0x44, 0x46], "a PDF document"],
  [[0x50, 0x4b, 0x03, 0x04], "a ZIP archive or a workbook (save a workbook as CSV first)"],
  [[0x1f, 0x8b], "compressed with gzip (unpack it first)"],
  [[0xd0, 0xcf, 0x11, 0xe0], "an old Office document (save it as CSV first)"],
];

function refuseOtherThanText(path: string, bytes: number, beginning: Buffer) {
  if (bytes === 0) throw new ImportRefusal(`${path} is empty. Choose another file.`);
  const known = SIGNATURES.find(([begins]) => begins.every((byte, at) => beginning[at] === byte));
  if (known) throw new ImportRefusal(`${path} isn't CSV but ${known[1]}.`);
  const [first, second] = beginning;
  const marked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (marked || looksLikeUtf16(beginning)) {
    throw new ImportRefusal(`${path} is written in UTF-16. Save it as "CSV UTF-8" and import that.`);
  }
  if (beginning.includes(0))
    throw new ImportRefusal(
      `${path} isn't CSV. It contains zero bytes, like a program or an image. Export the data as CSV.`,
    );
}

/** Guesses UTF-16 without a byte-order mark: Latin text has a zero in every second byte. */
function looksLikeUtf16(beginning: Buffer): boolean {
  const bytes = beginning.subarray(0, 200);
  const zeros = (parity: number) => bytes.filter((byte, at) => at % 2 === parity && byte === 0).length;
  const half = Math.floor(bytes.length / 2);
  const [even, odd] = [zeros(0), zeros(1)];
  return half >= 2 && Math.max(even, odd) > half * 0.8 && Math.min(even, odd) === 0;
}
