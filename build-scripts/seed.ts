/**
 * `npm run seed -- [--tasks 100000] [--until 2026-03-01] [--seed 1]` fills the empty database of DATA_DIR or
 * DATABASE_URL with test data. The same arguments produce the same tasks.
 */
import { parseArgs } from "node:util";
import { formatNumber } from "~/lib/numbers";
import { openDatabase } from "./database";
import { ExpectedError, runOrExplain, wrongOptions } from "./expected-errors";
import { seedDesk } from "./seed/fill";
import { emailOf } from "./seed/people";

const USAGE = "npm run seed -- [--tasks 1000] [--until 2026-03-01] [--seed 1]";
const MOST_TASKS = 10_000_000;

function readArguments() {
  const options = { tasks: { type: "string" }, until: { type: "string" }, seed: { type: "string" } } as const;
  let values: { tasks?: string; until?: string; seed?: string };
  try {
    values = parseArgs({ options }).values;
  } catch (cause) {
    throw wrongOptions(cause, USAGE);
  }
  const { tasks = "1000", seed = "1", until = new Date().toISOString().slice(0, 10) } = values;
  if (!/^[1-9]\d{0,7}$/.test(tasks) || Number(tasks) > MOST_TASKS) {
    throw new ExpectedError(`--tasks must be a number from 1 to ${formatNumber(MOST_TASKS)}: ${USAGE}`);
  }
  if (!/^\d{1,9}$/.test(seed)) throw new ExpectedError(`--seed must be a whole number: ${USAGE}`);
  const end = Date.parse(until);
  if (Number.isNaN(end)) throw new ExpectedError(`--until must be a date such as 2026-03-01: ${USAGE}`);
  return { tasks: Number(tasks), seed: Number(seed), until: end };
}

await runOrExplain(async () => {
  const asked = readArguments();
  const { settings } = await import("~/lib/settings.server");
  const { hashPassword } = await import("~/features/auth/password.server");
  const { generatePassword } = await import("~/features/users/password-rules.server");
  const place = settings();
  const db = await openDatabase(place);
  try {
    const [someone, something] = await Promise.all([
      db.selectFrom("user").select("id").limit(1).executeTakeFirst(),
      db.selectFrom("task").select("id").limit(1).executeTakeFirst(),
    ]);
    if (someone || something) {
      throw new ExpectedError(
        "This database already has people or tasks. Set DATA_DIR to an empty folder and try again.",
      );
    }
    const password = generatePassword();
    const startedAt = Date.now();
    let told = 0;
    await seedDesk(db, {
      ...asked,
      passwordHash: await hashPassword(password),
      onProgress: (done) => {
        const percent = Math.floor((100 * done) / asked.tasks);
        if (percent >= told + 5 || done === asked.tasks) {
          told = percent;
          console.log(`${String(percent).padStart(3)}%  ${formatNumber(done)} tasks`);
        }
      },
    });
    console.log(`Done in ${Math.round((Date.now() - startedAt) / 1000)} s. Everyone's password is ${password}`);
    console.log(`  admin      ${emailOf("agent", 0)}`);
    console.log(`  agent      ${emailOf("agent", 1)}`);
    console.log(`  requester  ${emailOf("requester", 0)}`);
  } finally {
    await db.destroy();
  }
});
