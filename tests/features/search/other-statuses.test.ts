import { describe, expect, test } from "vitest";
import { otherStatuses } from "~/features/search/conflicting-status.server";

describe("a status filter next to a query (B7)", () => {
  const [open, done] = ["open", "done"] as const;
  test.each([
    [
      "assignee:me status:open -is:snoozed",
      "done",
      { said: "status:open", only: open, without: "assignee:me -is:snoozed" },
    ],
    ["status:open printer", "resolved", { said: "status:open", only: open, without: "printer" }],
    ["printer AND -is:done AND jam", "closed", { said: "-is:done", only: open, without: "printer AND jam" }],
    [
      "NOT status:new,active,waiting AND jam",
      "open",
      { said: "NOT status:new,active,waiting", only: done, without: "jam" },
    ],
    ["awaiting:requester team:me", "done", { said: "awaiting:requester", only: open, without: "team:me" }],
    ["jam status:new is:unanswered", "done", { said: "status:new is:unanswered", only: open, without: "jam" }],
    ["status:new,resolved jam", "closed", { said: "status:new,resolved", only: null, without: "jam" }],
    ["is:trashed", "open", { said: "is:trashed", only: done, without: "" }],
    ['"a  b" status:"In progress"', "new", { said: 'status:"In progress"', only: open, without: '"a  b"' }],
    ["--status:open jam", "done", { said: "--status:open", only: open, without: "jam" }],
    ["(status:open) jam", "done", { said: "status:open", only: open, without: "jam" }],
    ["jam (NOT status:open)", "open", { said: "NOT status:open", only: done, without: "jam" }],
    ["(status:open jam) foo", "done", { said: "status:open", only: open, without: "(jam) foo" }],
    ["(jam AND status:open ) foo", "done", { said: "status:open", only: open, without: "(jam) foo" }],
    ["jam AND ( ( status:open ) ) foo", "done", { said: "status:open", only: open, without: "jam foo" }],
    ["(status:new is:open) jam", "done", { said: "status:new is:open", only: open, without: "jam" }],
    ["jam --(status:open)", "done", { said: "status:open", only: open, without: "jam" }],
    ["jam NOT NOT(status:open)", "done", { said: "status:open", only: open, without: "jam" }],
    ["e-(status:open)", "done", { said: "status:open", only: open, without: "e-" }],
    ["jam (status:open", "done", { said: "status:open", only: open, without: "jam" }],
    ['"(" status:open ")"', "done", { said: "status:open", only: open, without: '"(" ")"' }],
    ["  jam status:new is:open", "done", { said: "status:new is:open", only: open, without: "jam" }],
  ])("query %s has a part that conflicts with filter %s", (text, status, expected) => {
    expect(otherStatuses(text, status, true)).toEqual(expected);
  });

  test.each([
    ["", "done"],
    ["printer", "done"],
    ["status:open", "any"],
    ["status:open", "on_hold"],
    ["status:any", "done"],
    ["status:open OR printer", "done"],
    ["-is:snoozed", "done"],
    ["is:mine", "done"],
    ["is:trashed", "resolved"],
    ["-(status:open)", "open"],
    ["status:open", "no_such_status"],
    ['"status:open', "done"],
  ])("query %s doesn't conflict with filter %s", (text, status) => {
    expect(otherStatuses(text, status, true)).toBeNull();
  });

  test("a requester's query uses the status names that requesters see", () => {
    expect(otherStatuses("status:Received", "done", false)).toMatchObject({ only: open });
  });
});
