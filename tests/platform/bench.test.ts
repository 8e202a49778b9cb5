import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { comparisonLines, type Report, reportLines } from "../../build-scripts/bench/report";
import { quantile } from "../../build-scripts/bench/requests";
import { MAIL, OTHERS, PAGE_NAMES, PAGES } from "../../build-scripts/bench/targets";

const bench = (...args: string[]) =>
  promisify(execFile)(process.execPath, ["--import", "tsx", "build-scripts/bench.ts", ...args]);

describe("npm run bench", () => {
  test("measures every row on a real server, and reports it in a table, a file and as ratios", async () => {
    const folder = mkdtempSync(join(tmpdir(), "taskdesk-bench-"));
    const json = join(folder, "figures.json");
    const small = [
      "--tasks",
      "250",
      "--engines",
      "sqlite",
      "--rounds",
      "1",
      "--requests",
      "1",
      "--streams",
      "4",
      "--mails",
      "20",
      "--no-browser",
    ];
    const { stdout } = await bench(...small, "--folder", folder, "--json", json);
    const report = JSON.parse(readFileSync(json, "utf8")) as Report;
    const [desk] = report.desks;
    expect(report.desks).toHaveLength(1);
    expect(desk).toMatchObject({ engine: "sqlite", tasks: 250 });
    for (const name of PAGE_NAMES) {
      expect(stdout).toContain(PAGES[name].words);
      expect(desk?.pages[name].cpu, name).toBeGreaterThan(0.1);
      expect(desk?.pages[name].cpu, name).toBeGreaterThan(desk?.bare.http ?? 0);
    }
    expect(desk?.pages.list.bytes.plain).toBeGreaterThan((desk?.pages.list.bytes.br ?? 0) * 3);
    expect(desk?.memory).toBeGreaterThan(30);
    expect(desk?.coldStart).toBeGreaterThan(0.05);
    expect(desk?.live).toBeGreaterThan(100); // pages batch events for this long
    expect(desk?.mail?.perSecond).toBeGreaterThan(0);
    expect(stdout).toContain(MAIL.words);

    const slower: Report = structuredClone(report);
    for (const name of PAGE_NAMES) for (const each of slower.desks) each.pages[name].cpu *= 2;
    expect(comparisonLines(slower, report).find((line) => line.startsWith("list"))).toMatch(
      / 2\.00 +2\.00 +bytes 1\.00/,
    );
    slower.weight = { secondTask: OTHERS.secondTask.limit + 1 };
    expect(reportLines(slower).at(-1)).toMatch(/OVER$/);
  }, 240_000);

  test("explains an invalid option in one sentence", async () => {
    const cases: [args: string[], words: string][] = [
      [["--tasks", "some"], "--tasks takes only whole numbers above 0: npm run bench"],
      [["--engines", "oracle"], "--engines takes sqlite, postgres or both: npm run bench"],
      [["--what"], "Unknown option '--what'. Check the options: npm run bench"],
    ];
    for (const [args, words] of cases) {
      await expect(bench(...args)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`taskdesk: ${words}`),
      });
    }
    await expect(bench("--compare", "nothing.json")).rejects.toMatchObject({
      stderr: expect.stringContaining("nothing.json isn't a report from an earlier run."),
    });
  });

  test("computes quantiles", () => {
    const values = [5, 1, 4, 2, 3];
    expect([0, 0.5, 0.99].map((share) => quantile(values, share))).toEqual([1, 3, 5]);
  });
});
