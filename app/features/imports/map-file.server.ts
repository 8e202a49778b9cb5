import { isUtf8 } from "node:buffer";
import { openFile } from "./csv-file.server";
import { MAX_MAP_BYTES } from "./import-limits";
import { type ImportMap, readImportMap } from "./import-map.server";
import { ImportRefusal } from "./import-refusal";

/** Reads the map of an import from a file. Throws `ImportRefusal` with what is wrong with it. */
export async function readMapFile(path: string): Promise<ImportMap> {
  const file = await openFile(path);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new ImportRefusal(`${path} isn't a file; give the path of the map, a JSON file.`);
    if (stat.size > MAX_MAP_BYTES) throw new ImportRefusal(`${path} is too large for a map. Is it the CSV file?`);
    const bytes = await file.readFile();
    if (!isUtf8(bytes)) throw new ImportRefusal(`The map ${path} is not written in UTF-8.`);
    return readImportMap(bytes.toString("utf8"));
  } finally {
    await file.close();
  }
}
