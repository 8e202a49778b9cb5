import { describe, expect, test } from "vitest";
import { queryOfFilters } from "~/features/search/search-url";

const none = { q: "", status: "", assignee: "", priority: "", requester: "", tag: "", whose: "" };

describe("the filters of a list as one query", () => {
  test("are terms, quoted where they have to be, before what was written", () => {
    expect(queryOfFilters({ ...none, status: "any", assignee: "Ada Winter", q: "printer NOT" })).toBe(
      'status:any assignee:"Ada Winter" printer NOT',
    );
    expect(queryOfFilters({ ...none, tag: "vpn", q: "a OR b" })).toBe("tag:vpn (a OR b)");
    expect(queryOfFilters({ ...none, q: "a OR b" })).toBe("a OR b");
    expect(queryOfFilters({ ...none, requester: 'a "b" \\', tag: "c" })).toBe('requester:"a \\"b\\" \\\\" tag:c');
  });
});
