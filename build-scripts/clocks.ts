/** `npm run clocks -- --verify` recomputes all service-level clocks from their history and prints the differences. */
import { openDatabase } from "./database";
import { ExpectedError, runOrExplain } from "./expected-errors";

await runOrExplain(async () => {
  const [command, ...rest] = process.argv.slice(2);
  if (command !== "--verify" || rest.length > 0) throw new ExpectedError("Enter: npm run clocks -- --verify");

  const { settings } = await import("~/lib/settings.server");
  const { formatNumber } = await import("~/lib/numbers");
  const { readCatalogue } = await import("~/features/tasks/catalogue.server");
  const { verifyClocks } = await import("~/features/service-levels/verify-clocks.server");

  const db = await openDatabase(settings());
  try {
    await readCatalogue(db);
    let verified = 0;
    let differing = 0;
    for await (const { tasks, differences } of verifyClocks(db, Date.now())) {
      verified += tasks;
      differing += new Set(differences.map(({ taskId }) => taskId)).size;
      for (const { taskId, what, stored, recomputed } of differences) {
        console.log(`#${taskId} ${what}\n  stored      ${stored}\n  recomputed  ${recomputed}`);
      }
    }
    const tasks = verified === 1 ? "1 task" : `${formatNumber(verified)} tasks`;
    if (differing > 0) process.exitCode = 1;
    console.log(
      differing > 0 ? `${formatNumber(differing)} of ${tasks} differ.` : `${tasks} verified. No differences.`,
    );
  } finally {
    await db.destroy();
  }
});
