/**
 * `npm run backup -- FILE` copies the desk's database and files while it stays in use: see docs/operations.md.
 *
 * Exit codes: 0 complete, 1 no copy made, 2 copied without files that were already missing.
 */
import { existsSync, statSync } from "node:fs";
import { backUp, filesBeside, report } from "./desk-copies";
import { mustExist } from "./desk-location";
import { ExpectedError, runOrExplain } from "./expected-errors";
import { typedPath } from "./path-argument";

await runOrExplain(async () => {
  const [name, ...rest] = process.argv.slice(2);
  if (!name || rest.length > 0) throw new ExpectedError("Enter one file name for the backup: npm run backup -- FILE");

  const { settings } = await import("~/lib/settings.server");
  const place = settings();
  mustExist(place);
  const target = typedPath(name);
  const copied = await backUp(place, target);
  const size = (statSync(target).size / 1024 / 1024).toFixed(1);
  const files = existsSync(filesBeside(target)) ? `, and the attached files to ${filesBeside(target)}` : "";
  await report(`Backed up to ${target} (${size} MiB)${files}.`, copied);
});
