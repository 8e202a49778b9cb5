import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readMapFile } from "~/features/imports/csv-column-map.server";
import { openCsvFile, refuseWrongHeader } from "~/features/imports/csv-file.server";
import { onEachDatabase } from "../../support/database";
import { aFile, HEADER, INCIDENTS, importContent, rowCounts } from "./incidents";

const WANTED = new Map([
  ["number", ["task.key"]],
  ["state", ["task.status.column"]],
]);

/** The reason a file with this content is refused, with FILE for its path; null when it is accepted. */
async function refusal(content: string | Uint8Array) {
  const path = aFile(content);
  try {
    const { header } = await openCsvFile(path, ",");
    refuseWrongHeader(path, header, WANTED);
    return null;
  } catch (error) {
    expect((error as Error).name).toBe("ImportRefusal");
    return (error as Error).message.replaceAll(path, "FILE");
  }
}

const utf16 = (text: string, mark: boolean) => Buffer.from(`${mark ? "\ufeff" : ""}${text}`, "utf16le");

describe("a file to import", () => {
  test.each<[string, string | Uint8Array, string]>([
    ["an empty file", "", "FILE is empty. Choose another file."],
    ["blank lines", "\n\n \n", "FILE contains only blank lines. Choose a file with a header row."],
    ["an image", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "FILE isn't CSV but a PNG image."],
    [
      "a workbook",
      Buffer.from("504b0304140006000800", "hex"),
      "FILE isn't CSV but a ZIP archive or a workbook (save a workbook as CSV first).",
    ],
    [
      "a program",
      Buffer.from("7f454c4602010100000000", "hex"),
      "FILE isn't CSV. It contains zero bytes, like a program or an image. Export the data as CSV.",
    ],
    [
      "UTF-16 with a byte-order mark",
      utf16("number,state\n1,New\n", true),
      'FILE is written in UTF-16. Save it as "CSV UTF-8" and import that.',
    ],
    [
      "UTF-16 without a byte-order mark",
      utf16("number,state\n1,New\n", false),
      'FILE is written in UTF-16. Save it as "CSV UTF-8" and import that.',
    ],
    [
      "a broken header",
      Buffer.from([0x6e, 0xff, 0x0a]),
      "The header of FILE can't be read: the text isn't UTF-8; save the file as UTF-8.",
    ],
    [
      "JSON",
      '[{"number": 1}]',
      'The map names columns that aren\'t in FILE: "number" (task.key) and "state" (task.status.column). The file looks like JSON. Only CSV can be imported.',
    ],
    [
      "a web page",
      "<!doctype html>\n<p>x",
      'The map names columns that aren\'t in FILE: "number" (task.key) and "state" (task.status.column). The file looks like a web page or XML. Only CSV can be imported.',
    ],
    [
      "semicolons",
      "number;state\n1;New\n",
      'The map names columns that aren\'t in FILE: "number" (task.key) and "state" (task.status.column). Its columns seem to be separated by ";": put "delimiter": ";" under "file" in the map.',
    ],
    [
      "tabs",
      "number\tstate\n1\tNew\n",
      'The map names columns that aren\'t in FILE: "number" (task.key) and "state" (task.status.column). Its columns seem to be separated by tabs: put "delimiter": "\\t" under "file" in the map.',
    ],
    [
      "a table with other columns",
      "number,status,who\n",
      'The map names a column that isn\'t in FILE: "state" (task.status.column). The file has the columns "number", "status", and "who".',
    ],
    [
      "a table with a duplicate column",
      "number,state,state\n",
      'The header of FILE has "state" more than once. Give each column its own name.',
    ],
  ])("is refused with a message when it is %s", async (_, content, sentence) => {
    expect(await refusal(content)).toBe(sentence);
  });

  test.each<[string, string]>([
    ["with a byte-order mark", "\ufeffnumber,state\n"],
    ["with Windows line ends", "number,state\r\n1,New\r\n"],
    ["with classic Mac line ends", "number,state\r1,New\r"],
    ["with spaces around column names", " number , state \n"],
    ["with duplicates of unmapped columns", "number,state,x,x\n"],
  ])("is accepted %s", async (_, content) => {
    expect(await refusal(content)).toBeNull();
  });

  test("must be an existing regular file; its map must also be small and in UTF-8", async () => {
    const file = aFile("x");
    const folder = join(dirname(file), "folder");
    mkdirSync(folder);
    await expect(openCsvFile(`${file}.gone`, ",")).rejects.toThrow(`There is no file ${file}.gone.`);
    await expect(openCsvFile(folder, ",")).rejects.toThrow(`${folder} is a folder. Enter the CSV file in it.`);
    await expect(openCsvFile("/dev/null", ",")).rejects.toThrow("/dev/null isn't a regular file");
    await expect(readMapFile(folder)).rejects.toThrow(
      `${folder} isn't a file. Enter the path of the map, a JSON file.`,
    );
    await expect(readMapFile(`${file}.gone`)).rejects.toThrow(`There is no file ${file}.gone.`);
    await expect(readMapFile(aFile("x".repeat(300_000)))).rejects.toThrow("is too large for a map");
    await expect(readMapFile(aFile(Buffer.from([0xff, 0xfe])))).rejects.toThrow("isn't written in UTF-8");
  });
});

onEachDatabase("importing malformed files", (test) => {
  test("refuses a header without rows", async ({ db }) => {
    await expect(importContent(db, `${HEADER}\n`)).rejects.toThrow(
      "has a header but no rows, so there is nothing to import.",
    );
  });

  test("reads Windows line endings and line breaks in cells like ordinary ones", async ({ db }) => {
    const content = `\ufeff${INCIDENTS.replaceAll("\n", "\r\n").replace("Net / VPN", '"Net /\nVPN"')}`;
    const { totals } = await importContent(db, content);
    expect(totals).toMatchObject({ read: 9, written: 9, bad: 0 });
    const titles = await db
      .selectFrom("event")
      .select(["old_value", "new_value"])
      .where("field", "=", "title")
      .execute();
    expect(titles).toEqual([]);
  });

  test("accounts for every row of any bytes, or refuses the file", async ({ db }) => {
    const noise = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: "binary", maxLength: 80 }).map((text) => Buffer.from(text)),
      fc
        .array(fc.constantFrom(...'",\n\r;?7é\0'.split(""), "INC7", "New", "01-03-2026 08:00"), { maxLength: 60 })
        .map((parts) => Buffer.from(parts.join(""))),
    );
    const damaged = fc
      .tuple(noise, fc.nat(INCIDENTS.length), fc.nat(20))
      .map(([bytes, at, cut]) =>
        Buffer.concat([Buffer.from(INCIDENTS.slice(0, at)), bytes, Buffer.from(INCIDENTS.slice(at + cut))]),
      );
    await fc.assert(
      fc.asyncProperty(fc.oneof(noise, damaged), fc.boolean(), async (bytes, dryRun) => {
        const outcome = await importContent(db, bytes, { dryRun }).catch((error: Error) => error);
        if (outcome instanceof Error) {
          expect(outcome.name).toBe("ImportRefusal");
          return;
        }
        const { read, written, known, bad } = outcome.totals;
        expect({ end: outcome.end, sum: written + known + bad }).toEqual({ end: "done", sum: read });
        expect(outcome.bad).toHaveLength(bad);
      }),
      { numRuns: 30 },
    );
    const { task, message } = await rowCounts(db);
    expect(message).toBeLessThanOrEqual(task);
  });
});
