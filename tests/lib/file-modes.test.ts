import fs, { type PathLike } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { tightenFiles } from "~/lib/file-modes.server";

let place: string;

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), "taskdesk-modes-"));
});

afterEach(() => rm(place, { recursive: true, force: true }));

/** Creates files that every account can read, in folders that every account can enter. */
async function openFiles(...names: string[]) {
  for (const name of names) {
    await mkdir(dirname(join(place, name)), { recursive: true });
    await writeFile(join(place, name), "");
    await chmod(join(place, name), 0o644);
    for (let folder = dirname(name); folder !== "."; folder = dirname(folder)) await chmod(join(place, folder), 0o755);
  }
}

const modeOf = async (name: string) => ((await stat(join(place, name))).mode & 0o777).toString(8);
const modesOf = (...names: string[]) => Promise.all(names.map(modeOf));

describe("a data folder that other accounts can read", () => {
  test("becomes private with everything in it, and a second run changes nothing", async () => {
    await openFiles("data/taskdesk.db", "data/files/ab/cd/abcd");
    expect(tightenFiles(join(place, "data"))).toBe(true);
    expect(await modesOf("data", "data/taskdesk.db", "data/files/ab/cd", "data/files/ab/cd/abcd")).toEqual(
      "700 600 700 600".split(" "),
    );
    expect(tightenFiles(join(place, "data"))).toBe(false);
  });

  test("becomes private even if it's a symbolic link", async () => {
    await openFiles("disk/taskdesk.db", "disk/secret", "disk/files/ab/cd/abcd");
    await symlink(join(place, "disk"), join(place, "data"));
    expect(tightenFiles(join(place, "data"))).toBe(true);
    expect(await modesOf("disk", "disk/taskdesk.db", "disk/secret", "disk/files", "disk/files/ab/cd/abcd")).toEqual(
      "700 600 600 700 600".split(" "),
    );
  });

  test("makes its linked files and database private, but nothing else that links lead to", async () => {
    await openFiles("disk/ab/cd/abcd", "fast/desk.db", "fast/desk.db-wal", "other/file", "data/note");
    await chmod(join(place, "data"), 0o700);
    await symlink("../disk", join(place, "data/files"));
    await symlink("../fast/desk.db", join(place, "data/taskdesk.db"));
    await symlink("../other", join(place, "data/friends"));
    await symlink("../gone", join(place, "data/backups"));
    expect(tightenFiles(join(place, "data"))).toBe(true);
    expect(await modesOf("disk", "disk/ab/cd", "disk/ab/cd/abcd")).toEqual("700 700 600".split(" "));
    expect(await modesOf("fast", "fast/desk.db", "fast/desk.db-wal")).toEqual("755 600 600".split(" "));
    expect(await modesOf("other", "other/file", "data/note")).toEqual("755 644 644".split(" "));
    expect(tightenFiles(join(place, "data"))).toBe(false);
  });
});

test("making a data folder private ignores a file that disappears meanwhile", async () => {
  await openFiles("data/taskdesk.db");
  const read = fs.readdirSync;
  const withGone = (path: PathLike) => ["taskdesk.db-wal", ...read(path)];
  vi.spyOn(fs, "readdirSync").mockImplementation(withGone as unknown as typeof read);
  syncBuiltinESMExports();
  try {
    expect(tightenFiles(join(place, "data"))).toBe(true);
  } finally {
    vi.mocked(fs.readdirSync).mockRestore();
    syncBuiltinESMExports();
  }
  expect(await modeOf("data/taskdesk.db")).toBe("600");
});

test("a folder of another account, such as a disk's lost+found, keeps its mode", async (context) => {
  if (process.getuid?.() !== 0 || !process.seteuid) return context.skip();
  const nobody = 65_534;
  await openFiles("data/taskdesk.db");
  await mkdir(join(place, "data/lost+found"), { mode: 0o700 });
  for (const name of ["", "data", "data/taskdesk.db"]) await chown(join(place, name), nobody, nobody);
  vi.spyOn(process, "getuid").mockReturnValue(nobody);
  process.seteuid(nobody);
  try {
    expect(tightenFiles(join(place, "data"))).toBe(true);
  } finally {
    process.seteuid(0);
    vi.mocked(process.getuid).mockRestore();
  }
  expect(await modesOf("data", "data/taskdesk.db", "data/lost+found")).toEqual("700 600 700".split(" "));
});
