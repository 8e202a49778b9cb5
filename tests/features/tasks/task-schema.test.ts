import { describe, expect, test } from "vitest";
import { NO_FILTERS } from "~/features/task-list/task-filters";
import { listHref, parseListAddress } from "~/features/task-list/task-list-url";
import { DueDay, NewTask, readOriginals, Tags, TaskId, TaskTitle } from "~/features/tasks/task-schema";

describe("behaviour 11: task fields", () => {
  test.each([
    ["1", true],
    ["999999999", true],
    ["0", false],
    ["01", false],
    ["1000000000", false],
    ["1a", false],
    [" 1", false],
    ["-1", false],
    ["1.0", false],
  ])("the task number %j is accepted: %j", (text, taken) => expect(TaskId.safeParse(text).success).toBe(taken));

  test("a title is one line of 1 to 200 code points", () => {
    expect(TaskTitle.parse("  a\tb\nc  ")).toBe("a b c");
    expect(TaskTitle.safeParse("😀".repeat(200)).success).toBe(true);
    expect(TaskTitle.safeParse("😀".repeat(201)).success).toBe(false);
    expect(TaskTitle.safeParse(" \n\u0000 ").success).toBe(false);
  });

  test("tags are lower-cased, deduplicated and sorted: at most 20, of at most 40 characters", () => {
    expect(Tags.parse(" VPN, net/core vpn ")).toEqual(["net/core", "vpn"]);
    expect(Tags.parse("Straße 日本")).toEqual(["straße", "日本"]);
    for (const bad of ["a<b", "a:b", '"x"', "x".repeat(41), [...Array(21).keys()].join(" ")]) {
      expect(Tags.safeParse(bad).success, bad).toBe(false);
    }
  });

  test.each([
    ["2026-03-09", true],
    ["", true],
    ["2026-02-30", false],
    ["9.3.2026", false],
    ["12026-01-01", false],
    ["0000-01-01", false],
  ])("the due day %j is accepted: %j", (text, taken) => expect(DueDay.safeParse(text).success).toBe(taken));

  test("a new task gets defaults for omitted fields, except team and priority, set by its type", () => {
    expect(NewTask.parse({ title: "a", body: "b", requestKey: "12345678" })).toEqual({
      title: "a",
      body: "b",
      requestKey: "12345678",
      type: "incident",
      requester: "",
      assignee: null,
      tags: [],
      due: "",
      cc: "",
      confidential: false,
      draft: null,
      anyway: false,
      evenIfShutOut: false,
    });
  });

  test("unreadable original values count as not sent", () => {
    const form = new FormData();
    form.set("was_priority", "high");
    form.set("was_status", "nonsense");
    form.set("was_assignee", "");
    expect(readOriginals(form)).toEqual({ priority: "high", assignee: null });
  });
});

describe("a task list's URL", () => {
  test("round-trips filters, sort, grouping and page cursor", () => {
    const address = parseListAddress(
      new URLSearchParams(
        "status=any&assignee=me&priority=high&tag=VPN&requester=ana&team=Network&type=incident&sort=due-desc&group=status&before=-~7&in=new",
      ),
      true,
    );
    expect(address).toEqual({
      texts: {
        ...NO_FILTERS,
        ...{ status: "any", assignee: "me", priority: "high", requester: "ana", tag: "vpn" },
        ...{ team: "Network", type: "incident" },
      },
      filter: { status: "any", assignee: "me", priority: "high", requester: "ana", tag: "vpn" },
      sort: { key: "due", direction: "desc" },
      position: { side: "before", values: [null, 7], group: "new" },
      view: "",
      group: "status",
    });
    expect(listHref(address, address.position)).toBe(
      "/tasks?status=any&assignee=me&priority=high&requester=ana&tag=vpn&team=Network&type=incident&sort=due-desc&group=status&before=-%7E7&in=new",
    );
  });

  test("falls back to the default list when its parameters are invalid", () => {
    const address = parseListAddress(
      new URLSearchParams("status=x&whose=them&priority=9&sort=; drop&after=1~2~3~4&before=x"),
      true,
    );
    expect(address.filter).toEqual({ status: "open" });
    expect(address.position).toBeNull();
    expect(listHref(address)).toBe("/tasks");
  });
});
