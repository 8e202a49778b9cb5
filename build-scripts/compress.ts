/** Compresses the browser's files once and as small as can be, beside themselves: serve/compressed-files leads to them. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const PUBLIC = "public/build";
/** Below this a packet is a packet. */
const SMALLEST_BYTES = 1_000;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export async function compressPublicFiles() {
  const files = readdirSync(PUBLIC, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(js|css|svg)$/.test(name))
    .map((name) => join(PUBLIC, name))
    .filter((file) => statSync(file).size >= SMALLEST_BYTES);
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      writeFileSync(`${file}.br`, await brotli(bytes, { params })); // the default quality is the best, 11
      writeFileSync(`${file}.gz`, await zip(bytes, { level: 9 }));
    }),
  );
}
