import { counted } from "~/features/imports/import-refusal";
import type { ImportOutcome, ImportProgress } from "~/features/imports/import-run.server";
import { formatNumber } from "~/lib/numbers";

/** One line of progress. */
export function progressOf({ phase, bytesRead, bytes, rows: count }: ImportProgress, seconds: number): string {
  const percent = Math.min(100, Math.floor((bytesRead / Math.max(bytes, 1)) * 100));
  const speed = Math.round(count / Math.max(seconds, 0.001));
  return `${phase === "checking" ? "Checking" : "Importing"}: ${percent} %, ${counted(count, "row")}, ${formatNumber(speed)} a second`;
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
  const made = `${formatNumber(totals.tasksMade)} tasks and ${formatNumber(totals.peopleMade)} people`;
  if (end === "refused") {
    lines.push("Nothing was imported: some rows are invalid and --strict is set. Fix those rows and try again.");
    return { lines, exitCode: 1 };
  }
  if (dryRun) lines.push(`${made} would be created. Nothing was imported because of --dry-run.`);
  else lines.push(`${made} created, with ${formatNumber(totals.entries)} history entries.`);

  if (end === "stopped")
    return { lines: [...lines, "Stopped. Run the same command again to continue."], exitCode: 130 };
  if (outcome.end === "failed") {
    const reason = outcome.cause instanceof Error ? outcome.cause.message : String(outcome.cause);
    lines.push(
      `The database stopped the import: ${reason}. Imported rows are kept; run the same command again to continue.`,
    );
    return { lines, exitCode: 2 };
  }
  return { lines, exitCode: totals.bad > 0 ? 2 : 0 };
}
