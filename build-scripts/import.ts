/**
 * `npm run import -- FILE.csv --map MAP.json [--dry-run] [--strict]`: see docs/import.md.
 *
 * Exit codes: 0 all rows imported, 1 refused with nothing written, 2 some rows not imported, 130 stopped.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "./database";
import { Foreseen, orSayWhy } from "./expected-errors";
import { progressOf, summary } from "./import-report";
import { typedPath } from "./path-argument";
import { progressLine } from "./progress";

const USAGE = "npm run import -- FILE.csv --map MAP.json [--dry-run] [--strict]";

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { map: { type: "string" }, "dry-run": { type: "boolean" }, strict: { type: "boolean" } },
    });
    const [file, ...rest] = positionals;
    if (!file || rest.length > 0) throw new Foreseen(`Name one CSV file: ${USAGE}`);
    if (!values.map) throw new Foreseen(`Name the mapping file with --map: ${USAGE}`);
    return { file: typedPath(file), map: typedPath(values.map), dryRun: !!values["dry-run"], strict: !!values.strict };
  } catch (cause) {
    if (cause instanceof Foreseen) throw cause;
    const reason = cause instanceof Error ? cause.message.split(/[.'] ?(?:To specify|$)/)[0] : "";
    throw new Foreseen(`${reason}. Check the options: ${USAGE}`, { cause });
  }
}

/** The first Ctrl+C stops after the current transaction; the second stops at once and loses only that transaction. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(130);
      stop.abort();
    });
  }
  return stop.signal;
}

await orSayWhy(async () => {
  const { file, map: mapFile, dryRun, strict } = readArguments();
  const { settings } = await import("~/lib/settings.server");
  const { readMapFile } = await import("~/features/imports/import-map.server");
  const { runImport } = await import("~/features/imports/import-run.server");
  const { hasUsers } = await import("~/features/users/user-queries.server");
  const { readCatalogue } = await import("~/features/tasks/catalogue.server");

  const place = settings();
  const first = "Run npm start once to create the database and the first account, then import.";
  if (!place.databaseUrl && !existsSync(join(place.dataDir, "taskdesk.db"))) {
    throw new Foreseen(`There is no database in ${place.dataDir}. ${first}`);
  }
  const db = await openDatabase(place);
  const progress = progressLine(process.stderr);
  try {
    // Imported people can't sign in, and once they exist npm start no longer creates the first account.
    if (!(await hasUsers(db))) throw new Foreseen(`There are no accounts yet. ${first}`);
    await readCatalogue(db); // the map refers to statuses and types
    const map = await readMapFile(mapFile);
    const outcome = await runImport(db, {
      ...{ path: file, map, dryRun, strict, now: Date.now(), signal: stopSignal() },
      onBadRow: (line, trouble) => progress.say(`line ${line}: ${trouble}`),
      onProgress: (far) => progress.tell((seconds) => progressOf(far, seconds)),
    });
    progress.end();
    const told = summary(outcome, { dryRun });
    for (const line of told.lines) console.log(line);
    process.exitCode = told.exitCode;
  } finally {
    progress.end();
    await db.destroy();
  }
});
