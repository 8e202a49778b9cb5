/** Compresses the browser's files ahead of time at the highest level; serve/compressed-files serves the copies. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const PUBLIC = "public/build";
/** Smaller files fit in one packet anyway. */
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
      writeFileSync(`${file}.br`, await brotli(bytes, { params })); // quality defaults to 11, the best
      writeFileSync(`${file}.gz`, await zip(bytes, { level: 9 }));
    }),
  );
}
