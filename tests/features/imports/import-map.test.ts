import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readImportMap } from "~/features/imports/csv-column-map.server";
import { columnsOf, templateFiller, templateTrouble } from "~/features/imports/import-text-template";
import { findJsonTrouble } from "~/features/imports/json-error-position";

const SMALL = {
  source: "old-desk",
  dates: { format: "ISO" },
  task: { key: "id", title: "{subject}", requester: { column: "who" } },
};

const troubleWith = (map: unknown) => {
  try {
    readImportMap(typeof map === "string" ? map : JSON.stringify(map));
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

describe("the import map", () => {
  test("is valid in the shipped example", () => {
    const map = readImportMap(readFileSync("docs/examples/incident-event-log.map.json", "utf8"));
    expect(map.task.key).toBe("number");
  });

  test("needs only a source, a date format and three task settings", () => {
    const map = readImportMap(JSON.stringify(SMALL));
    expect(map.file).toEqual({ delimiter: ",", unknown: [] });
    expect(map.task.status).toEqual({ always: "new" });
    expect(map.task.priority).toEqual({ always: "normal" });
    expect(map.people).toEqual({ newAgents: "disabled" });
  });

  test.each<[string, unknown, string]>([
    ["a trailing comma", '{\n  "source": "x",\n}', 'The map isn\'t valid JSON: unexpected "}" at line 3, column 1.'],
    ["truncated JSON", '{ "source": ', "The map isn't valid JSON: unexpected end of text at line 1, column 13."],
    ["no content", "", "The map isn't valid JSON: unexpected end of text at line 1, column 1."],
    ["a list instead of an object", [], "the map must be an object, {…}."],
    ["no source", { ...SMALL, source: undefined }, "source is missing."],
    [
      "a number instead of a column name",
      { ...SMALL, task: { ...SMALL.task, key: 4 } },
      'task.key must be a text in quotation marks, "…".',
    ],
    ["an unknown setting", { ...SMALL, task: { ...SMALL.task, titel: "x" } }, "task.titel isn't a setting of the map."],
    [
      "an unknown status",
      { ...SMALL, task: { ...SMALL.task, status: { always: "done" } } },
      "task.status.always must be one of new, in_progress,",
    ],
    [
      "a value mapped to an unknown status",
      { ...SMALL, task: { ...SMALL.task, status: { column: "s", values: { "On hold": "paused" } } } },
      'task.status.values."On hold" must be one of new, in_progress,',
    ],
    [
      "a column name instead of a status setting",
      { ...SMALL, task: { ...SMALL.task, status: "state" } },
      'task.status must be {"always": "…"} or {"column": "…"',
    ],
    [
      "an invalid date format",
      { ...SMALL, dates: { format: "DD/MM" } },
      "dates.format must be ISO, unix, unix-ms or be made of",
    ],
    [
      "an unknown time zone",
      { ...SMALL, dates: { format: "ISO", timeZone: "Moon/Base" } },
      "dates.timeZone must be a time zone such as",
    ],
    ["an unclosed brace", { ...SMALL, task: { ...SMALL.task, title: "{subject" } }, 'task.title has "{" without "}".'],
    ["a delimiter of two characters", { ...SMALL, file: { delimiter: "||" } }, "file.delimiter must be one character"],
    [
      "an event field that history already has",
      { ...SMALL, event: { fields: { status: "s" } } },
      "event.fields.status",
    ],
  ])("with %s is rejected with a message", (_, map, sentence) => {
    expect(troubleWith(map)).toContain(sentence);
  });

  test("with several mistakes is rejected with all of them listed", () => {
    const trouble = troubleWith({ ...SMALL, source: "a b", dates: {} });
    expect(trouble).toContain("source must be 1 to 60 letters");
    expect(trouble).toContain("dates.format is missing.");
  });

  test("is accepted or rejected with a readable message, whatever its shape", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.object().map((extra) => JSON.stringify({ ...SMALL, task: extra })),
        ),
        (text) => {
          expect(troubleWith(text) ?? "fine").not.toMatch(/undefined|\[object|^\s*at /m);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("a JSON error", () => {
  test("is found exactly when JSON.parse fails", () => {
    const mutated = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", "}", '"', "x", "0", ":"))
      .map(
        ([text, at, sign]) => text.slice(0, at % (text.length + 1)) + sign + text.slice((at % (text.length + 1)) + 1),
      );
    fc.assert(
      fc.property(mutated, (text) => {
        let good = true;
        try {
          JSON.parse(text);
        } catch {
          good = false;
        }
        expect(findJsonTrouble(text) === null).toBe(good);
      }),
      { numRuns: 1000 },
    );
  });

  test("has a line and a column", () => {
    expect(findJsonTrouble('{\n  "a": 1,\n  "b" 2\n}')).toEqual({ line: 3, column: 7, found: "2" });
  });
});

describe("an import template", () => {
  const fill = (template: string, known: Record<string, string>) =>
    templateFiller(template)((column) => known[column] ?? null);

  test.each([
    ["{a}", "1"],
    ["{a} and {b}", "1 and "],
    ["{a}[ and {b}]", "1"],
    ["[{a}, ][{b}, ]end", "1, end"],
    ["{{a}} [[x]]", "{a} [x]"],
    ["[{b}[[]", ""],
    ["plain", "plain"],
  ])("fills in %s as %s", (template, expected) => {
    expect(fill(template, { a: "1" })).toBe(expected);
  });

  test.each(["{", "{}", "}", "[", "]", "[[]", "{a", "{a[b]}", "[a[b]]]"])("rejects %s", (template) => {
    expect(templateTrouble(template)).toMatch(/^has /);
  });

  test("lists its columns", () => {
    expect(columnsOf("{a}[ in {b c}]")).toEqual(["a", "b c"]);
  });
});
