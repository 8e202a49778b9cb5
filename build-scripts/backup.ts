/** `npm run backup -- FILE` copies the SQLite database, and the files beside it, while people keep working. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { Foreseen, orSayWhy } from "./foreseen";

await orSayWhy(async () => {
  const [name, ...rest] = process.argv.slice(2);
  if (!name || rest.length > 0) throw new Foreseen("Name one file for the copy: npm run backup -- FILE");

  const { settings } = await import("~/lib/settings.server");
  const { dataDir, databaseUrl } = settings();
  const files = join(dataDir, "files");
  if (databaseUrl) {
    throw new Foreseen(
      `The data is in PostgreSQL; its own tool copies it: pg_dump --format=custom --file=FILE DATABASE. Then copy ${files}.`,
    );
  }
  const source = join(dataDir, "taskdesk.db");
  if (!existsSync(source)) throw new Foreseen(`There is no database in ${dataDir}; set DATA_DIR to its folder.`);

  // npm changes to the project's folder; a relative name is meant from where the command was typed.
  const target = resolve(process.env.INIT_CWD ?? ".", name);
  if (existsSync(target)) throw new Foreseen(`${target} exists already; name a new file.`);
  const targetFiles = `${target}.files`;
  if (existsSync(targetFiles)) throw new Foreseen(`${targetFiles} exists already; name a new file.`);
  await copy(source, target);
  copyFiles(files, targetFiles);
  const size = (statSync(target).size / 1024 / 1024).toFixed(1);
  console.log(
    `Copied to ${target} (${size} MiB)${existsSync(targetFiles) ? `, attached files to ${targetFiles}` : ""}.`,
  );
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

/**
 * After the database: whatever its copy names was in the store by then. What the desk removes in between is missing from the
 * copy too, though that still names it; what it adds does no harm.
 */
function copyFiles(source: string, target: string) {
  if (!existsSync(source)) return;
  try {
    for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/^[0-9a-f]{64}$/.test(entry.name)) continue;
      const folder = relative(source, entry.parentPath);
      if (folder === "incoming") continue;
      mkdirSync(join(target, folder), { recursive: true, mode: 0o700 });
      copyUnlessGone(join(source, folder, entry.name), join(target, folder, entry.name));
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Foreseen(`The attached files could not be copied to ${target}: ${reason}. The database was copied.`, {
      cause,
    });
  }
}

function copyUnlessGone(from: string, to: string) {
  try {
    copyFileSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
