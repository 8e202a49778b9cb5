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
  test("is checked as it was sent: one text for a name, a list for several", () => {
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

  test("keeps what was typed, whatever its fields are called, but no secret", () => {
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

  test("that lacks a field is refused in our words, not the library's", () => {
    const Form = z.object({ title: z.string("Enter a title."), waits: z.enum(["yes", "no"]), key: z.string() });
    const errors = { title: ["Enter a title."], waits: [INCOMPLETE_FORM], key: [INCOMPLETE_FORM] };
    expect(parseForm(formOf([]), Form)).toMatchObject({ ok: false, refusal: { errors } });
  });

  test("of very many fields takes no longer than its length explains", () => {
    const cpuMs = (fields: number) => {
      const form = formOf(Array.from({ length: fields }, (_, n) => [`field${n}`, ""]));
      const begun = process.cpuUsage();
      expect(parseForm(form, Title).ok).toBe(false);
      return process.cpuUsage(begun).user / 1000;
    };
    const few = cpuMs(10_000);
    expect(cpuMs(40_000)).toBeLessThan(8 * few + 50); // field by field, sixteen times as long: 12 s
  });

  test.each([
    ["more fields than any form has", new URLSearchParams(Array.from({ length: 1_001 }, () => ["a", ""])), 413],
    ["something that is no form", "just text", 400],
  ])("is refused when it is %s", async (_, body, status) => {
    const request = new Request("http://desk/tasks/new", { method: "POST", body });
    await expect(readForm(request)).rejects.toMatchObject({ status });
  });
});
