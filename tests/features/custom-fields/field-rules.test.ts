import { describe, expect, test } from "vitest";
import { type FieldDefinition, missingFields } from "~/features/custom-fields/field-rules";
import { readValue, shownValue } from "~/features/custom-fields/field-values";
import { isShown } from "~/lib/field-visibility";

const aField = (field: Partial<FieldDefinition> = {}): FieldDefinition => ({
  key: "location",
  label: "Location",
  help: "",
  kind: "text",
  options: [],
  types: [],
  visibility: "agents",
  required: "never",
  showIf: null,
  ...field,
});

const COLOURS = [
  { key: "red", label: "Red", enabled: true },
  { key: "green", label: "Green", enabled: true },
  { key: "old", label: "Old gold", enabled: false },
];

describe("a custom field (domain B2)", () => {
  test.each<[string, Partial<FieldDefinition>, string, Record<string, string>, boolean]>([
    ["is shown if it's for all types", {}, "incident", {}, true],
    ["is hidden if it's for another type", { types: ["request"] }, "incident", {}, false],
    ["is shown if it's for this type", { types: ["request", "incident"] }, "incident", {}, true],
    [
      "is shown if its condition names the task's type",
      { showIf: { field: "type", is: "is", value: "incident" } },
      "incident",
      {},
      true,
    ],
    [
      "is hidden if its condition excludes the task's type",
      { showIf: { field: "type", is: "is_not", value: "incident" } },
      "incident",
      {},
      false,
    ],
    [
      "is hidden if its condition needs a field that is empty",
      { showIf: { field: "floor", is: "is_set" } },
      "task",
      {},
      false,
    ],
    [
      "is shown if its condition needs a field that is set",
      { showIf: { field: "floor", is: "is_set" } },
      "task",
      { floor: "3" },
      true,
    ],
    [
      "is shown if another field has the value of its condition",
      { showIf: { field: "floor", is: "is", value: "3" } },
      "task",
      { floor: "3" },
      true,
    ],
    [
      "is shown if one of another field's values is that of its condition",
      { showIf: { field: "f", is: "is", value: "b" } },
      "task",
      { f: '["a","b"]' },
      true,
    ],
    [
      "is shown if its condition excludes a value and that field is empty",
      { showIf: { field: "floor", is: "is_not", value: "3" } },
      "task",
      {},
      true,
    ],
  ])("%s", (_, field, type, values, shown) => {
    expect(isShown(aField(field), type, values)).toBe(shown);
  });

  test("counts as missing only if it is required by then and shown", () => {
    const fields = [
      aField({ key: "a", required: "create" }),
      aField({ key: "b", required: "resolve" }),
      aField({ key: "c", required: "resolve", types: ["request"] }),
      aField({ key: "d" }),
    ];
    const missing = (moment: "create" | "resolve", values = {}) =>
      missingFields(fields, "incident", values, moment).map(({ key }) => key);
    expect(missing("create")).toEqual(["a"]);
    expect(missing("resolve")).toEqual(["a", "b"]);
    expect(missing("resolve", { a: "x", b: "y" })).toEqual([]);
  });

  test.each<[Partial<FieldDefinition>, string[], string | null]>([
    [{ kind: "text" }, ["  Building\u00a04\n"], "Building 4"],
    [{ kind: "text" }, ["x".repeat(200)], "x".repeat(200)],
    [{ kind: "text" }, ["x".repeat(201)], null],
    [{ kind: "longtext" }, ["one\r\ntwo"], "one\ntwo"],
    [{ kind: "longtext" }, ["😀".repeat(5_000)], "😀".repeat(5_000)],
    [{ kind: "longtext" }, ["😀".repeat(5_001)], null],
    [{ kind: "number" }, ["12"], "12"],
    [{ kind: "number" }, ["-3,50"], "-3.5"],
    [{ kind: "number" }, ["007"], "7"],
    [{ kind: "number" }, ["+0,125"], "0.125"],
    [{ kind: "number" }, ["-0"], "0"],
    [{ kind: "number" }, ["0.0000001"], "0.0000001"],
    [{ kind: "number" }, ["123456789012345"], "123456789012345"],
    [{ kind: "number" }, ["1234567890123456789"], null],
    [{ kind: "number" }, ["9007199254740993"], null],
    [{ kind: "number" }, ["0.1234567890123456789"], null],
    [{ kind: "number" }, ["1e400"], null],
    [{ kind: "number" }, ["1,234"], null],
    [{ kind: "number" }, ["1e5"], null],
    [{ kind: "number" }, ["0x10"], null],
    [{ kind: "number" }, ["9".repeat(31)], null],
    [{ kind: "boolean" }, ["", "1"], "1"],
    [{ kind: "boolean" }, [""], ""],
    [{ kind: "select", options: COLOURS }, ["red"], "red"],
    [{ kind: "select", options: COLOURS }, ["blue"], null],
    [{ kind: "select", options: COLOURS }, ["old"], null],
    [{ kind: "multiselect", options: COLOURS }, ["green", "", "red", "red"], '["red","green"]'],
    [{ kind: "multiselect", options: COLOURS }, ["red", "old"], null],
    [{ kind: "multiselect", options: COLOURS }, [""], ""],
    [{ kind: "date" }, ["2026-02-28"], "2026-02-28"],
    [{ kind: "date" }, ["2026-02-30"], null],
    [{ kind: "date" }, ["today"], null],
    [{ kind: "datetime" }, ["2026-02-28T14:30"], "2026-02-28T14:30"],
    [{ kind: "datetime" }, ["2026-02-28T14:30:15"], "2026-02-28T14:30"],
    [{ kind: "datetime" }, ["2026-02-28T24:30"], null],
    [{ kind: "user" }, [" ada@example.com "], "ada@example.com"],
    [{ kind: "url" }, ["https://example.org/a b"], "https://example.org/a b"],
    [{ kind: "url" }, ["mailto:ada@example.org"], "mailto:ada@example.org"],
    [{ kind: "url" }, ["javascript:alert(1)"], null],
    [{ kind: "url" }, [" JaVaScRiPt:alert(1)"], null],
    [{ kind: "url" }, ["example.org"], null],
  ])("%j reads %j", (field, sent, expected) => {
    const read = readValue(aField(field), sent);
    expect(read.ok ? read.text : null).toBe(expected);
  });

  test("keeps a retired option that was chosen before", () => {
    expect(readValue(aField({ kind: "select", options: COLOURS }), ["old"], "old")).toEqual({ ok: true, text: "old" });
    const several = aField({ kind: "multiselect", options: COLOURS });
    expect(readValue(several, ["old", "red"], '["old"]')).toEqual({ ok: true, text: '["red","old"]' });
    expect(shownValue(several, '["red","old"]')).toBe("Red, Old gold");
  });
});
