/** `npm run mail -- check ADDRESS` tests an email address as the page `Setup test` does. */
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import {
  hasFailed,
  SETUP_STEP_NAMES,
  SETUP_STEPS,
  type SetupStep,
  type SetupTest,
  STEP_STATE_NAMES,
} from "~/features/mail/addresses/setup-test";
import { openDatabase } from "./database";
import { ExpectedError, runOrExplain } from "./expected-errors";

/** A running server starts the test within this time. After that, this command runs it. */
const SERVER_MS = 2_500;
const ROUND_MS = 500;

await runOrExplain(async () => {
  const [command, address, ...rest] = process.argv.slice(2);
  if (command !== "check" || !address || rest.length > 0) {
    throw new ExpectedError("Enter one address: npm run mail -- check help@example.org");
  }
  const { settings } = await import("~/lib/settings.server");
  const { inTransaction } = await import("~/db/transaction.server");
  const { beginTest, readSetupTest } = await import("~/features/mail/addresses/setup-test.server");
  const { mailAccounts } = await import("~/features/mail/addresses/mail-addresses.server");
  const { runSetupTests } = await import("~/features/mail/transport/run-setup-test.server");
  const { emailKeyOf } = await import("~/features/users/user-search-keys.server");

  const db = await openDatabase(settings());
  try {
    const account = (await mailAccounts(db)).find(({ addressKey }) => addressKey === emailKeyOf(address));
    if (!account)
      throw new ExpectedError(
        `${address} isn't an email address of this desk. Add it under Settings → Email addresses.`,
      );
    const begun = await inTransaction(db, (tx) => beginTest(tx, account.id, Date.now()));
    if (!begun.ok)
      throw new ExpectedError(
        `${address} is paused: ${account.paused} Resume it under Settings → Email addresses first.`,
      );

    const startedAt = Date.now();
    const printed = new Set<SetupStep>();
    const holder = randomUUID();
    let isOurs = false;
    for (;;) {
      const found = await readSetupTest(db, account.id);
      if (!found) throw new ExpectedError(`${address} was removed during the test.`);
      printResults(found.test, printed);
      if (!found.isRunning) {
        const failed = hasFailed(found.test);
        console.log(failed ? `${address} doesn't work yet.` : `${address} works.`);
        if (failed) process.exitCode = 1;
        return;
      }
      const isTaken = found.test.steps.fetch.state !== "waiting";
      if (!isTaken && !isOurs && Date.now() - startedAt > SERVER_MS) {
        if (account.way !== "imap") {
          throw new ExpectedError(
            `Only a running server receives mail for ${address}. Start Taskdesk, then try again.`,
          );
        }
        console.log("Taskdesk isn't running, so this command checks the mailbox itself.");
        isOurs = true;
      }
      if (isOurs) await runSetupTests(db, { holder, looksItself: true, only: account.id }, Date.now());
      await setTimeout(ROUND_MS);
    }
  } finally {
    await db.destroy();
  }
});

/** Prints each step once it has ended. */
function printResults({ steps }: SetupTest, printed: Set<SetupStep>) {
  for (const step of SETUP_STEPS) {
    const { state, words } = steps[step];
    if (printed.has(step) || state === "waiting" || state === "running") continue;
    printed.add(step);
    console.log(`${SETUP_STEP_NAMES[step].padEnd(34)}${STEP_STATE_NAMES[state].padEnd(15)}${words}`.trimEnd());
  }
}
