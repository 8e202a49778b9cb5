import { expect } from "vitest";
import { type FilterTexts, NO_FILTERS } from "~/features/task-list/task-filters";
import { listHref } from "~/features/task-list/task-list-url";
import { QUEUE_SORT } from "~/features/task-list/task-sort-and-cursor";
import { shownFilters, submittedList } from "~/features/views/filter-chips.server";
import { onEachDatabase } from "../../support/database";
import { anAgent, aRequester } from "../../support/factories";

onEachDatabase("filters of a list as chips", (test) => {
  test("show chosen or typed filters, with people by name, and link to the list without them", async ({ db }) => {
    const ada = await anAgent(db, { name: "Ada Winter", email: "ada@example.org" });
    await anAgent(db, { name: "Otto Kessler", email: "otto@example.org" });
    const hrefOf = (texts: FilterTexts) => decodeURIComponent(listHref({ texts, sort: QUEUE_SORT }, null, QUEUE_SORT));
    const chips = async (texts: Partial<FilterTexts>, viewer = ada) =>
      Object.entries(await shownFilters(db, viewer, { ...NO_FILTERS, ...texts }, hrefOf)).map(([name, chip]) => [
        ...[name, chip.value, chip.label, chip.without],
      ]);
    expect(await chips({ assignee: "me", priority: "high" })).toEqual([
      ["assignee", "me", "Me", "/tasks?priority=high"],
      ["priority", "high", "High", "/tasks?assignee=me"],
    ]);
    const typed = 'status:"In progress" assignee:otto@example.org priority:>=high lift tag:a,b';
    expect(await chips({ q: typed })).toEqual([
      ["status", "in_progress", "In progress", "/tasks?q=assignee:otto@example.org+priority:>=high+lift+tag:a,b"],
      ["assignee", "otto@example.org", "Otto Kessler", '/tasks?q=status:"In+progress"+priority:>=high+lift+tag:a,b'],
      ["priority", ">=high", ">=high", '/tasks?q=status:"In+progress"+assignee:otto@example.org+lift+tag:a,b'],
      ["tag", "a,b", "a,b", '/tasks?q=status:"In+progress"+assignee:otto@example.org+priority:>=high+lift'],
    ]);
    expect(await chips({ q: 'team:"Service desk" type:Incident' })).toEqual([
      ["team", "Service desk", "Service desk", "/tasks?q=type:Incident"],
      ["type", "incident", "Incident", '/tasks?q=team:"Service+desk"'],
    ]);
    expect(await chips({ team: "me", type: "request" })).toEqual([
      ["team", "me", "My teams", "/tasks?type=request"],
      ["type", "request", "Request", "/tasks?team=me"],
    ]);
    expect(await chips({ requester: "otto" })).toEqual([["requester", "otto", "Otto Kessler", "/tasks"]]);
    // A query needs whole words, so the list finds nobody here, and the chip says the same.
    expect(await chips({ requester: "otto kess" })).toEqual([["requester", "otto kess", "otto kess", "/tasks"]]);
    expect((await chips({ assignee: String(ada.id) })).map(([, , label]) => label)).toEqual(["Ada Winter"]);
    expect(await chips({ requester: "nobody" })).toEqual([["requester", "nobody", "nobody", "/tasks"]]);
    expect(await chips({ q: "-assignee:me (status:open OR tag:a)" })).toEqual([]);
    expect((await chips({ q: "((", status: "done" })).map(([name]) => name)).toEqual(["status"]);
    const rita = await aRequester(db);
    expect((await chips({ q: "assignee:otto type:incident team:me status:done" }, rita)).map(([name]) => name)).toEqual(
      ["status"],
    );
  });

  test("turn a submitted form into the list's plain URL", async ({ db }) => {
    const ada = await anAgent(db);
    await anAgent(db, { name: "Otto Kessler", email: "otto@example.org" });
    const url = async (sent: Record<string, string>) => {
      const href = await submittedList(db, ada, new URLSearchParams(sent));
      return href && decodeURIComponent(href);
    };
    expect(await url({ q: "lift", status: "done" })).toBeNull();
    const form = { q: "assignee:otto@example.org lift", shown: "assignee:otto@example.org lift", rest: "lift" };
    const fields = { ...form, assignee: "Otto Kessler", status: "" };
    expect(await url(fields)).toBe("/tasks?q=lift&assignee=otto@example.org");
    expect(await url({ ...fields, status: "done", sort: "due-asc" })).toBe(
      "/tasks?q=lift&status=done&assignee=otto@example.org&sort=due-asc",
    );
    expect(await url({ ...fields, team: "Service desk", type: "incident" })).toBe(
      "/tasks?q=lift&assignee=otto@example.org&team=Service+desk&type=incident",
    );
    expect(await url({ ...fields, assignee: "" })).toBe("/tasks?q=lift");
    expect(await url({ ...fields, q: "assignee:none lift" })).toBe("/tasks?q=assignee:none+lift");
    const typed = { q: "status:open lift", shown: "status:open lift", rest: "status:open lift" };
    expect(await url({ ...typed, status: "open" })).toBe("/tasks?q=status:open+lift");
    expect(await url({ ...typed, status: "done" })).toBe("/tasks?q=lift&status=done");
    expect(await url({ ...typed, status: "" })).toBe("/tasks?q=lift");
    expect(await url({ q: "", shown: "", rest: "" })).toBe("/tasks");
    const called = (assignee: string) => url({ q: "", shown: "", rest: "", assignee });
    expect(await called("ott")).toBe("/tasks?assignee=otto@example.org"); // only one person's name starts with it
    expect(await called("kess o")).toBe("/tasks?assignee=otto@example.org");
    expect(await called("otto")).toBe("/tasks?assignee=otto"); // found as typed
    expect(await called("me")).toBe("/tasks?assignee=me");
    await anAgent(db, { name: "Ottilie", email: "ottilie@example.org" });
    expect(await called("ott")).toBe("/tasks?assignee=ott");
    expect(await url({ ...typed, q: "status:open \0lift", status: "\0" })).toContain("/tasks");
  });
});
