import { describe, expect, test } from "vitest";
import { type Command, commandsFor } from "~/ui/commands";

const run = () => {};
const COMMANDS: Command[] = [
  { name: "Assign to me", run },
  { name: "Status: Resolved", isChoice: true, run },
  { name: "New task", run },
  { name: "Mine, new ones", about: "view", run },
];
const list = { action: "http://localhost/tasks" };

describe("domain B15: commands", () => {
  test.each([
    ["", list, ["Assign to me", "New task", "Mine, new ones"]],
    ["NEW", list, ["New task", "Mine, new ones", "Search everywhere for “NEW”"]],
    ["me assign", list, ["Assign to me", "Search everywhere for “me assign”"]],
    ["res", { action: "http://localhost/search" }, ["Status: Resolved"]],
    ["1042", list, ["Go to #1042", "Search everywhere for “1042”"]],
    [" #1042 ", { action: "http://localhost/search" }, ["Go to #1042"]],
    ["0042", null, []],
    ["1234567890", null, []],
  ])("that fit “%s”", (words, form, expected) => {
    expect(commandsFor({ words, text: words, form }, COMMANDS, run).map(({ label }) => label)).toEqual(expected);
  });

  test("search for all that is typed, wherever the caret stands", () => {
    const went: string[] = [];
    const [last] = commandsFor({ words: "ol", text: "old&new ", form: list }, [], (href) => went.push(href));
    last?.run?.();
    expect([last?.label, went]).toEqual(["Search everywhere for “old&new”", ["/search?q=old%26new"]]);
  });
});
