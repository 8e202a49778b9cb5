/**
 * `npm run import -- FILE.csv --map MAP.json [--dry-run] [--strict]`: see docs/import.md.
 *
 * Exit codes: 0 all rows imported, 1 refused with nothing written, 2 some rows not imported, 130 stopped.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { counted } from "~/features/imports/import-refusal";
import type { ImportOutcome, ImportProgress } from "~/features/imports/import-run.server";
import { formatNumber } from "~/lib/numbers";
import { openDatabase } from "./database";
import { ExpectedError, runOrExplain, wrongOptions } from "./expected-errors";
import { typedPath } from "./path-argument";
import { progressLine } from "./progress";

/** One line of progress. */
export function progressOf({ phase, bytesRead, bytes, rows: count }: ImportProgress, seconds: number): string {
  const percent = Math.min(100, Math.floor((bytesRead / Math.max(bytes, 1)) * 100));
  const speed = Math.round(count / Math.max(seconds, 0.001));
  return `${phase === "checking" ? "Checking" : "Importing"}: ${percent}%, ${counted(count, "row")}, ${formatNumber(speed)} a second`;
}

/** The closing lines of an import and the command's exit code. */
export function summary(
  outcome: ImportOutcome,
  { dryRun }: { dryRun: boolean },
): { lines: string[]; exitCode: number } {
  const { totals, end } = outcome;
  const lines = [
    `${counted(totals.read, "row")} read: ${formatNumber(totals.written)} ${dryRun || end === "refused" ? "to import" : "imported"}, ` +
      `${formatNumber(totals.known)} already imported, ${formatNumber(totals.bad)} invalid.`,
  ];
  const made = `${counted(totals.tasksMade, "task")} and ${counted(totals.peopleMade, "person", "people")}`;
  if (end === "refused") {
    lines.push("Nothing was imported: some rows are invalid and --strict is set. Fix those rows and try again.");
    return { lines, exitCode: 1 };
  }
  if (dryRun) lines.push(`${made} would be created. Nothing was imported because of --dry-run.`);
  else lines.push(`${made} created, with ${counted(totals.entries, "history entry", "history entries")}.`);

  if (end === "stopped")
    return { lines: [...lines, "Stopped. Run the same command again to continue."], exitCode: 130 };
  if (outcome.end === "failed") {
    const reason = outcome.cause instanceof Error ? outcome.cause.message : String(outcome.cause);
    lines.push(
      `The database stopped the import: ${reason}. Imported rows are kept. Run the same command again to continue.`,
    );
    return { lines, exitCode: 2 };
  }
  return { lines, exitCode: totals.bad > 0 ? 2 : 0 };
}

const USAGE = "npm run import -- FILE.csv --map MAP.json [--dry-run] [--strict]";

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { map: { type: "string" }, "dry-run": { type: "boolean" }, strict: { type: "boolean" } },
    });
    const [file, ...rest] = positionals;
    if (!file || rest.length > 0) throw new ExpectedError(`Enter one CSV file: ${USAGE}`);
    if (!values.map) throw new ExpectedError(`Enter the map with --map: ${USAGE}`);
    return { file: typedPath(file), map: typedPath(values.map), dryRun: !!values["dry-run"], strict: !!values.strict };
  } catch (cause) {
    if (cause instanceof ExpectedError) throw cause;
    throw wrongOptions(cause, USAGE);
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

await runOrExplain(async () => {
  const { file, map: mapFile, dryRun, strict } = readArguments();
  const { settings } = await import("~/lib/settings.server");
  const { readMapFile } = await import("~/features/imports/csv-column-map.server");
  const { runImport } = await import("~/features/imports/import-run.server");
  const { hasUsers } = await import("~/features/users/user-queries.server");
  const { readCatalogue } = await import("~/features/tasks/catalogue.server");

  const place = settings();
  const first = "Run npm start once to create the database and the first account, then import.";
  if (!place.databaseUrl && !existsSync(join(place.dataDir, "taskdesk.db"))) {
    throw new ExpectedError(`There is no database in ${place.dataDir}. ${first}`);
  }
  const db = await openDatabase(place);
  const progress = progressLine(process.stderr);
  try {
    // Imported people can't sign in, and once they exist npm start no longer creates the first account.
    if (!(await hasUsers(db))) throw new ExpectedError(`There are no accounts yet. ${first}`);
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
