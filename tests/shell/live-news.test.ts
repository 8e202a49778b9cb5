import { describe, expect, test } from "vitest";
import { mergeInPlace, newWriters } from "~/shell/merge-rows";
import { reconnectDelay, staleParts } from "~/shell/stale-parts";

describe("what a server event makes stale", () => {
  const nothing = { page: false, unread: false };
  test.each([
    [{ kind: "task", task: 5 }, "/tasks/5", false, { page: true, unread: false }],
    [{ kind: "message", task: 5 }, "/tasks/5/", false, { page: true, unread: false }],
    [{ kind: "task", task: 6 }, "/tasks/5", false, nothing],
    [{ kind: "task", task: 5 }, "/tasks/5/merge", false, nothing],
    [{ kind: "task", task: 5 }, "/users", false, nothing],
    [{ kind: "message", task: 5 }, "/search", true, { page: true, unread: false }],
    [{ kind: "task", task: 5 }, "/tasks", false, { page: true, unread: false }],
    [{ kind: "task", task: 5 }, "/", false, { page: true, unread: false }],
    [{ kind: "notification" }, "/tasks", true, { page: false, unread: true }],
    [{ kind: "notification" }, "/notifications", false, { page: true, unread: true }],
    [{ kind: "anew" }, "/users", false, { page: true, unread: true }],
    [{ kind: "presence", task: 5 }, "/tasks/5", false, nothing],
    [{ kind: "open" }, "/tasks", true, nothing],
  ] as const)("%o on %s", (word, path, hasTasks, old) => {
    expect(staleParts(word, path, hasTasks)).toEqual(old);
  });

  test("the reconnect delay grows up to a minute, with jitter", () => {
    expect([0, 1, 2, 3].map((failures) => reconnectDelay(failures, 1))).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect([reconnectDelay(0, 0), reconnectDelay(50, 0), reconnectDelay(50, 1)]).toEqual([500, 30_000, 60_000]);
  });
});

describe("new data for a list in view", () => {
  const row = (id: number, title = `Task ${id}`) => ({ id, title });
  const list = (tasks: object[], more: object = {}) => ({ now: 1, next: "/tasks?after=2", tasks, ...more });

  test("replaces the old data when every row stays in place", () => {
    const fresh = list([row(1, "New title"), row(2)], { now: 2 });
    expect(mergeInPlace(list([row(1), row(2)]), fresh)).toEqual({ data: fresh, changes: 0 });
    expect(mergeInPlace({ task: { id: 1 } }, { task: { id: 1, status: "closed" } }).data).toEqual({
      task: { id: 1, status: "closed" },
    });
  });

  test.each([
    ["a new row", [row(1), row(2)], [row(3), row(1), row(2)], [row(1), row(2)], 1],
    ["a removed row", [row(1), row(2)], [row(2)], [row(1), row(2)], 1],
    ["the move of a changed row", [row(1), row(2)], [row(2, "Two"), row(1)], [row(1), row(2, "Two")], 1],
    ["a new order", [row(1), row(2)], [row(2), row(1)], [row(1), row(2)], 1],
    ["the first row of an empty list", [], [row(1)], [], 1],
  ])("updates rows in place, and holds back %s", (_, shown, fresh, tasks, changes) => {
    const more = { now: 2, next: "/tasks?after=3" };
    expect(mergeInPlace(list(shown), list(fresh, more))).toEqual({ data: list(tasks, { now: 2 }), changes });
  });

  test("is merged the same way in each section of a page", () => {
    const home = (first: object[], second: object[]) => ({
      sections: [
        { title: "A", tasks: first },
        { title: "B", tasks: second },
      ],
    });
    expect(mergeInPlace(home([row(1)], [row(2)]), home([row(1, "One")], [row(2), row(3)]))).toEqual({
      data: home([row(1, "One")], [row(2)]),
      changes: 1,
    });
    expect(mergeInPlace(home([], []), { sections: [] })).toEqual({ data: home([], []), changes: 1 });
  });
});

test("new messages are announced by author, except the viewer's own", () => {
  const page = (...messages: object[]) => ({ task: { messages } });
  const said = (id: number, author: string | null, isMine = false) => ({ id, author, isMine });
  expect(newWriters(page(said(1, "Ada")), page(said(1, "Ada"), said(2, "Ben"), said(3, "Ben"), said(4, null)))).toEqual(
    ["Ben", "Taskdesk"],
  );
  expect(newWriters(page(), page(said(1, "Ada", true)))).toBeNull();
  expect(newWriters({ tasks: [] }, { tasks: [] })).toBeNull();
});
