import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CsvRow, CsvScanner } from "~/features/imports/csv-scanner.server";

function scan(bytes: Uint8Array | string, { delimiter = ",", pieces = [] as number[] } = {}): CsvRow[] {
  const all = Buffer.from(bytes as Uint8Array);
  const scanner = new CsvScanner({ delimiter });
  const rows: CsvRow[] = [];
  let at = 0;
  for (const size of pieces) {
    rows.push(...scanner.push(all.subarray(at, at + size)));
    at += size;
  }
  rows.push(...scanner.push(all.subarray(at)), ...scanner.end());
  return rows;
}

const cells = (bytes: Uint8Array | string, delimiter?: string) =>
  scan(bytes, delimiter === undefined ? {} : { delimiter }).map((row) => ("cells" in row ? row.cells : row.trouble));

describe("rows of a CSV file", () => {
  test.each<[string, string, string[][]]>([
    [
      "end in LF",
      "a,b\n1,2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "end in CRLF",
      "a,b\r\n1,2\r\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "need no line end at the end of the file",
      "a,b\n1,2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ["are skipped if they're blank", "a\n\n  \n1\n", [["a"], ["1"]]],
    ["may begin with a byte-order mark", "\ufeffa,b\n", [["a", "b"]]],
    ["can have empty cells", ",\n", [["", ""]]],
    ["can have commas inside quotation marks", 'a,"b,c",d\n', [["a", "b,c", "d"]]],
    [
      "can have line breaks inside quotation marks",
      '"a\nb","c\r\nd"\ne,f\n',
      [
        ["a\nb", "c\nd"],
        ["e", "f"],
      ],
    ],
    ["can have doubled quotation marks inside quoted cells", '"say ""hi""","",x\n', [['say "hi"', "", "x"]]],
    ["can have a quotation mark inside an unquoted cell", '5" pipe,x\n', [['5" pipe', "x"]]],
    ["may end in an empty cell after a quoted one", '"a",\n', [["a", ""]]],
    ["can be in any script", "größe,日本語,🦊\n", [["größe", "日本語", "🦊"]]],
  ])("%s", (_, text, expected) => {
    expect(cells(text)).toEqual(expected);
  });

  test("can use another delimiter", () => {
    expect(cells("a;b,c\n", ";")).toEqual([["a", "b,c"]]);
    expect(cells("a\tb\n", "\t")).toEqual([["a", "b"]]);
  });

  test("carry the number of the line they start on", () => {
    expect(scan('a\n\n"b\nc"\nd\n').map((row) => row.line)).toEqual([1, 3, 5]);
  });

  test("with invalid UTF-8 are bad, and only those", () => {
    const bytes = Buffer.concat([Buffer.from("a\nb"), Buffer.from([0xff, 0x0a]), Buffer.from("c\n")]);
    expect(scan(bytes)).toEqual([
      { line: 1, cells: ["a"] },
      { line: 2, trouble: "the text isn't UTF-8; save the file as UTF-8" },
      { line: 3, cells: ["c"] },
    ]);
  });

  test("are read when a chunk boundary splits a character", () => {
    expect(scan("é,日\n", { pieces: [1, 2, 1] })).toEqual([{ line: 1, cells: ["é", "日"] }]);
  });

  test("with an unclosed quotation mark lose only their first line", () => {
    expect(scan('a,"b\nc,d\ne,f\n')).toEqual([
      { line: 1, trouble: "opens a quotation mark that is never closed" },
      { line: 2, cells: ["c", "d"] },
      { line: 3, cells: ["e", "f"] },
    ]);
  });

  test("with text after a closing quotation mark are bad, and the next line is read", () => {
    expect(scan('a,"b"c\nd,e\n')).toEqual([
      { line: 1, trouble: 'a quotation mark closes before "c", where a cell should end' },
      { line: 2, cells: ["d", "e"] },
    ]);
  });

  test("with a 64 MB cell are skipped in constant memory", () => {
    const scanner = new CsvScanner({ delimiter: "," });
    const piece = Buffer.alloc(256 * 1024, "x");
    const rows = scanner.push(Buffer.from("a\nb,"));
    const before = process.memoryUsage.rss();
    for (let i = 0; i < 256; i++) rows.push(...scanner.push(piece));
    const grown = process.memoryUsage.rss() - before;
    rows.push(...scanner.push(Buffer.from("\nc\n")), ...scanner.end());
    expect(rows).toEqual([
      { line: 1, cells: ["a"] },
      { line: 2, trouble: "the row is longer than 1024 KiB" },
      { line: 3, cells: ["c"] },
    ]);
    expect(grown).toBeLessThan(32 * 1024 * 1024);
  });

  test("that keep opening quotation marks aren't rescanned every time", () => {
    const line = 'x","y\n';
    const started = performance.now();
    const rows = scan(`"a\n${line.repeat(100_000)}`);
    expect(rows.length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test("are the same for any bytes in any chunks, and never throw", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .array(fc.constantFrom('"', ",", "\n", "\r", "a", "é", '""', "\ufeff"), { maxLength: 200 })
        .map((parts) => Buffer.from(parts.join(""))),
    );
    fc.assert(
      fc.property(bytes, fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 40 }), (all, pieces) => {
        const rows = scan(all, { pieces });
        expect(rows).toEqual(scan(all));
        for (const row of rows) expect("cells" in row ? row.cells.length : row.trouble.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });

  test("survive a round trip when written with quotation marks", () => {
    const cell = fc.string({ unit: "grapheme", maxLength: 12 }).filter((text) => !/[\r\ufeff]/.test(text));
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(table, (rows) => {
        const text = rows.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(",")).join("\n");
        expect(cells(text)).toEqual(rows);
      }),
    );
  });
});
