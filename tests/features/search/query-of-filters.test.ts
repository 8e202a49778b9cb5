import { describe, expect, test } from "vitest";
import { queryOfFilters } from "~/features/search/search-url";
import { NO_FILTERS } from "~/features/task-list/task-filters";

describe("list filters as one query", () => {
  test("become terms, quoted where needed, in front of the typed query", () => {
    expect(queryOfFilters({ ...NO_FILTERS, status: "any", assignee: "Ada Winter", q: "printer NOT" })).toBe(
      'status:any assignee:"Ada Winter" printer NOT',
    );
    expect(queryOfFilters({ ...NO_FILTERS, tag: "vpn", q: "a OR b" })).toBe("tag:vpn (a OR b)");
    expect(queryOfFilters({ ...NO_FILTERS, team: "Service desk", type: "incident" })).toBe(
      'team:"Service desk" type:incident',
    );
    expect(queryOfFilters({ ...NO_FILTERS, q: "a OR b" })).toBe("a OR b");
    expect(queryOfFilters({ ...NO_FILTERS, requester: 'a "b" \\', tag: "c" })).toBe('requester:"a \\"b\\" \\\\" tag:c');
  });
});
