/** `npm run backup -- FILE` copies the SQLite database while people keep working. */
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Foreseen, orSayWhy } from "./foreseen";

await orSayWhy(async () => {
  const [name, ...rest] = process.argv.slice(2);
  if (!name || rest.length > 0) throw new Foreseen("Name one file for the copy: npm run backup -- FILE");

  const { settings } = await import("~/lib/settings.server");
  const { dataDir, databaseUrl } = settings();
  if (databaseUrl) {
    throw new Foreseen(
      "The data is in PostgreSQL; its own tool copies it: pg_dump --format=custom --file=FILE DATABASE",
    );
  }
  const source = join(dataDir, "taskdesk.db");
  if (!existsSync(source)) throw new Foreseen(`There is no database in ${dataDir}; set DATA_DIR to its folder.`);

  // npm changes to the project's folder; a relative name is meant from where the command was typed.
  const target = resolve(process.env.INIT_CWD ?? ".", name);
  if (existsSync(target)) throw new Foreseen(`${target} exists already; name a new file.`);
  await copy(source, target);
  console.log(`Copied to ${target} (${(statSync(target).size / 1024 / 1024).toFixed(1)} MiB).`);
});

/** A copy that is cut off leaves nothing under the name that was asked for. */
async function copy(source: string, target: string) {
  const { default: SqliteDatabase } = await import("better-sqlite3");
  const unfinished = `${target}.unfinished`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    const database = new SqliteDatabase(source, { readonly: true });
    try {
      await database.backup(unfinished);
    } finally {
      database.close();
    }
    renameSync(unfinished, target);
  } catch (cause) {
    rmSync(unfinished, { force: true });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Foreseen(`The copy could not be written to ${target}: ${reason}.`, { cause });
  }
}
