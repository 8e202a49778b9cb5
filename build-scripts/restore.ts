/**
 * `npm run restore -- FILE [--replace] [--accept-damage]` restores a backup to DATA_DIR and DATABASE_URL: see
 * docs/operations.md.
 *
 * Exit codes: 0 everything restored, 1 refused with nothing changed, 2 restored without files that were missing at
 * backup time or data damaged since.
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { backUpExisting, report, restoreBackup, withTargetLock } from "./desk-copies";
import { mustBeIdle, mustBeSound, nameOf } from "./desk-location";
import { ExpectedError, runOrExplain, wrongOptions } from "./expected-errors";
import { typedPath } from "./path-argument";

const USAGE = "npm run restore -- FILE [--replace] [--accept-damage]";

const FLAG = { type: "boolean" } as const;

function readArguments() {
  try {
    const options = { replace: FLAG, "accept-damage": FLAG };
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [file, ...rest] = positionals;
    if (!file || rest.length > 0) throw new ExpectedError(`Enter the file name of one backup: ${USAGE}`);
    return { file: typedPath(file), replace: !!values.replace, acceptDamage: !!values["accept-damage"] };
  } catch (cause) {
    if (cause instanceof ExpectedError) throw cause;
    throw wrongOptions(cause, USAGE);
  }
}

await runOrExplain(async () => {
  const { file, replace, acceptDamage } = readArguments();
  if (!existsSync(file))
    throw new ExpectedError(`There is no file ${file}. Enter the name of a backup that npm run backup made.`);

  const { settings } = await import("~/lib/settings.server");
  const place = settings();
  await mustBeSound(file);
  const copied = await withTargetLock(place, async () => {
    await mustBeIdle(place);
    const kept = await backUpExisting(place, replace, Date.now());
    if (kept) console.log(`The previous data is in ${kept}.`);
    return restoreBackup(file, place, { acceptDamage });
  });
  await report(`Restored ${file} to ${nameOf(place)}. Everyone has to sign in again.`, copied);
});
