import { describe, expect, test } from "vitest";
import { outcomeOf, type PromiseTexts } from "~/ui/toast";

const texts: PromiseTexts<unknown> = {
  loading: "Saving",
  success: (value) => `Saved ${String(value)}`,
  error: (reason) => (reason instanceof Response ? `Refused with ${reason.status}` : `Failed: ${String(reason)}`),
};
const ok = (value: unknown) => ({ status: "fulfilled", value }) as const;
const broken = (reason: unknown) => ({ status: "rejected", reason }) as const;

describe("behaviour 6.2: a toast for a promise", () => {
  test.each([
    ["a value, text computed from it", ok("42"), texts, { type: "success", text: "Saved 42" }],
    ["a value, fixed text", ok(1), { loading: "", success: "Done" }, { type: "success", text: "Done" }],
    ["a value, no text", ok(1), { loading: "", error: "Bad" }, null],
    ["a reason, text computed from it", broken("offline"), texts, { type: "error", text: "Failed: offline" }],
    ["a reason, no text", broken("offline"), { loading: "", success: "Done" }, null],
    [
      "a 2xx answer",
      ok(new Response(null, { status: 204 })),
      { loading: "", success: "Sent" },
      { type: "success", text: "Sent" },
    ],
    ["a 404 answer", ok(new Response(null, { status: 404 })), texts, { type: "error", text: "Refused with 404" }],
    ["a 500 answer, no text", ok(new Response(null, { status: 500 })), { loading: "", success: "Sent" }, null],
  ] as const)("%s", (_, settled, given, expected) => {
    expect(outcomeOf(settled, given as PromiseTexts<unknown>)).toEqual(expected);
  });
});
