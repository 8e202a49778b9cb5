import type { ImportOutcome, ImportProgress } from "~/features/imports/import-run.server";
import { formatNumber } from "~/lib/format-number";

const rows = (count: number) => `${formatNumber(count)} ${count === 1 ? "row" : "rows"}`;

/** How far an import is, in a line. */
export function progressOf({ phase, bytesRead, bytes, rows: count }: ImportProgress, seconds: number): string {
  const percent = Math.min(100, Math.floor((bytesRead / Math.max(bytes, 1)) * 100));
  const speed = Math.round(count / Math.max(seconds, 0.001));
  return `${phase === "checking" ? "Checking" : "Importing"}: ${percent} %, ${rows(count)}, ${formatNumber(speed)} a second`;
}

/** What to say at the end of an import, and the exit code of the command. */
export function summary(
  outcome: ImportOutcome,
  { dryRun }: { dryRun: boolean },
): { lines: string[]; exitCode: number } {
  const { totals, end } = outcome;
  const lines = [
    `${rows(totals.read)} read: ${formatNumber(totals.written)} ${dryRun || end === "refused" ? "to import" : "imported"}, ` +
      `${formatNumber(totals.known)} imported before, ${formatNumber(totals.bad)} bad.`,
  ];
  const made = `${formatNumber(totals.tasksMade)} tasks and ${formatNumber(totals.peopleMade)} people`;
  if (end === "refused") {
    return {
      lines: [...lines, "Nothing was written, because --strict was given and there are bad rows."],
      exitCode: 1,
    };
  }
  if (dryRun) lines.push(`${made} would be made. Nothing was written, because --dry-run was given.`);
  else lines.push(`${made} made, ${formatNumber(totals.entries)} entries written into the history of tasks.`);

  if (end === "stopped") return { lines: [...lines, "Stopped. Run the same command again to go on."], exitCode: 130 };
  if (outcome.end === "failed") {
    const reason = outcome.cause instanceof Error ? outcome.cause.message : String(outcome.cause);
    lines.push(
      `The database did not take more: ${reason}. What was imported stays; run the same command again to go on.`,
    );
    return { lines, exitCode: 2 };
  }
  return { lines, exitCode: totals.bad > 0 ? 2 : 0 };
}
