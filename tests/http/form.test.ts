import { describe, expect, test } from "vitest";
import * as z from "zod/v4";
import { parseForm, readForm, refuse } from "~/http/form.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";

const Title = z.object({ title: z.string().min(1) });

function formOf(fields: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

describe("a form", () => {
  test("parses to one string per name, or a list when a name repeats", () => {
    const form = formOf([
      ["a", "1"],
      ["b", "2"],
      ["b", "3"],
      ["b", "4"],
    ]);
    form.append("file", new Blob(["x"]));
    const Any = z.record(z.string(), z.unknown());
    expect(parseForm(form, Any)).toEqual({ ok: true, value: { a: "1", b: ["2", "3", "4"] } });
  });

  test("keeps typed values, even under names like constructor, but no secrets", () => {
    const form = formOf([
      ["title", ""],
      ["tags", "vpn"],
      ["tags", "net"],
      ["constructor", "typed"],
      ["toString", "typed"],
      ["password", "hidden"],
      ["csrfToken", "hidden"],
    ]);
    const values = { title: "", tags: "vpn,net", constructor: "typed", toString: "typed" };
    expect(parseForm(form, Title)).toMatchObject({ ok: false, refusal: { values } });
    expect(refuse(form, {}).values).toEqual(values);
  });

  test("reports a missing field in the product's words, not the library's", () => {
    const Form = z.object({ title: z.string("Enter a title."), waits: z.enum(["yes", "no"]), key: z.string() });
    const errors = { title: ["Enter a title."], waits: [INCOMPLETE_FORM], key: [INCOMPLETE_FORM] };
    expect(parseForm(formOf([]), Form)).toMatchObject({ ok: false, refusal: { errors } });
  });

  test("with very many fields parses in near-linear time", () => {
    const cpuMs = (fields: number) => {
      const form = formOf(Array.from({ length: fields }, (_, n) => [`field${n}`, ""]));
      const begun = process.cpuUsage();
      expect(parseForm(form, Title).ok).toBe(false);
      return process.cpuUsage(begun).user / 1000;
    };
    const few = cpuMs(10_000);
    expect(cpuMs(40_000)).toBeLessThan(8 * few + 50); // a scan per field would take 16 times as long: 12 s
  });

  test.each([
    ["a form with too many fields", new URLSearchParams(Array.from({ length: 1_001 }, () => ["a", ""])), 413],
    ["plain text", "just text", 400],
  ])("is refused when the body is %s", async (_, body, status) => {
    const request = new Request("http://desk/tasks/new", { method: "POST", body });
    await expect(readForm(request)).rejects.toMatchObject({ status });
  });
});
