import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { createUser } from "~/features/users/user-queries.server";
import { bundledCommand } from "../../support/command";
import { freshDatabase } from "../../support/database";
import { aFile, COLUMN_MAP, HEADER, INCIDENTS, rowCounts } from "./incidents";

type Place = { url: string | null; folder: string };

/** Runs the command in its own process. Sends Ctrl+C once standard error contains `stopAt`. */
async function command(place: Place, args: string[], { stopAt = "", program = [] as string[] } = {}) {
  const started = program.length > 0 ? program : [await bundledCommand("import")];
  const child = spawn(process.execPath, [...started, ...args], {
    env: { ...process.env, DATA_DIR: place.folder, DATABASE_URL: place.url ?? "" },
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (text) => (out += text));
  child.stderr.on("data", (text) => {
    err += text;
    if (stopAt && err.includes(stopAt)) child.kill("SIGINT");
  });
  const [code] = await once(child, "close");
  return { code, out, err };
}

async function aDesk(engine: "sqlite" | "postgres" = "sqlite") {
  const desk = await freshDatabase(engine);
  await createUser(desk.db, { name: "Admin", email: "admin@example.org", role: "admin" }, 1);
  return desk;
}

describe("npm run import", () => {
  test.each(["sqlite", "postgres"] as const)(
    "imports, reports what it did, and adds nothing the second time (%s)",
    async (engine) => {
      const desk = await aDesk(engine);
      const args = [aFile(INCIDENTS), "--map", aFile(JSON.stringify(COLUMN_MAP), "map.json")];
      // SQLite runs from source, as `npm run import` does.
      const program = engine === "sqlite" ? ["--import", "tsx", "build-scripts/import.ts"] : [];
      expect(await command(desk, args, { program })).toEqual({
        code: 0,
        out:
          "9 rows read: 9 imported, 0 already imported, 0 invalid.\n" +
          "3 tasks and 7 people created, with 18 history entries.\n",
        err: "",
      });
      const again = await command(desk, [...args, "--strict"]);
      expect(again).toMatchObject({
        code: 0,
        out: expect.stringContaining("0 imported, 9 already imported, 0 invalid."),
      });
      await desk.drop();
    },
  );

  test("exits with 2 when some rows are invalid, and with 1 when --strict refuses them", async () => {
    const desk = await aDesk();
    const args = [aFile(`${INCIDENTS}INC1,Gone\n`), "--map", aFile(JSON.stringify(COLUMN_MAP), "map.json")];
    const strict = await command(desk, [...args, "--strict"]);
    expect(strict).toMatchObject({ code: 1, err: "line 11: it has 2 cells, but the header has 12\n" });
    expect(strict.out).toContain(
      "Nothing was imported: some rows are invalid and --strict is set. Fix those rows and try again.",
    );
    expect((await rowCounts(desk.db)).task).toBe(0);

    const trial = await command(desk, [...args, "--dry-run"]);
    expect(trial).toMatchObject({ code: 2, out: expect.stringContaining("3 tasks and 7 people would be created.") });
    expect((await rowCounts(desk.db)).task).toBe(0);

    expect((await command(desk, args)).code).toBe(2);
    expect((await rowCounts(desk.db)).task).toBe(3);
    await desk.drop();
  });

  test("reports wrong arguments or a wrong map in one line", async () => {
    const desk = await aDesk();
    const [csv, map] = [aFile(INCIDENTS), aFile(JSON.stringify(COLUMN_MAP), "map.json")];
    const cases: [args: string[], sentence: string][] = [
      [[], "Enter one CSV file: npm run import -- FILE.csv --map MAP.json"],
      [[csv, "--map", map, "--fast"], "Unknown option '--fast'"],
      [[csv, "--map", csv], "The map isn't valid JSON: "],
    ];
    for (const [args, sentence] of cases) {
      const { code, out, err } = await command(desk, args);
      expect({ code, out, lines: err.trim().split("\n").length }).toEqual({ code: 1, out: "", lines: 1 });
      expect(err).toContain(sentence);
    }
    await desk.drop();
  }, 60_000);

  test("refuses a database without accounts, as imported people would block the first account", async () => {
    const args = [aFile(INCIDENTS), "--map", aFile(JSON.stringify(COLUMN_MAP), "map.json")];
    const nowhere = await command({ folder: dirname(aFile("")), url: null }, args);
    expect(nowhere).toMatchObject({ code: 1, err: expect.stringContaining("Run npm start once") });
    const empty = await freshDatabase("sqlite");
    expect(await command(empty, args)).toMatchObject({
      code: 1,
      err: expect.stringContaining("There are no accounts yet."),
    });
    await empty.drop();
  });

  test("stops after a whole transaction on Ctrl+C and continues when run again", async () => {
    const desk = await aDesk();
    const rows = Array.from(
      { length: 900 },
      (_, n) => `A${n},New,3,Caller 1,?,?,01-03-2026 08:00,01-03-2026 08:00,Desk 1,Group A,Print,?`,
    );
    const content = [HEADER, "A,Gone", ...rows].join("\n");
    const args = [aFile(content), "--map", aFile(JSON.stringify(COLUMN_MAP), "map.json")];
    const stopped = await command(desk, args, { stopAt: "line 2: " });
    expect(stopped).toMatchObject({
      code: 130,
      out: expect.stringContaining("Stopped. Run the same command again to continue."),
    });
    const { task, event } = await rowCounts(desk.db);
    expect(task).toBeLessThan(900);
    expect(event).toBe(task * 3);

    expect((await command(desk, args)).code).toBe(2);
    expect((await rowCounts(desk.db)).task).toBe(900);
    await desk.drop();
  }, 60_000);
});
