import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { rawOf } from "~/db/connect.server";
import { watchChanges } from "~/db/watch-changes.server";
import { freshDatabase } from "../support/database";

test("an unreadable SQLite file counts as one change, and its recovery as another", async () => {
  const { db, drop } = await freshDatabase("sqlite");
  const raw = rawOf(db);
  if (raw.engine !== "sqlite") throw new Error("Only SQLite has a file.");
  const file = raw.handle.name;
  const content = await readFile(file);
  let changes = 0;
  const stop = watchChanges(db, () => {
    changes++;
  });
  await writeFile(file, "hello ".repeat(content.length / 6));
  await expect.poll(() => changes).toBe(1);
  await writeFile(file, content);
  await expect.poll(() => changes).toBe(2);
  await stop();
  await drop();
});
