import { describe, expect, test } from "vitest";
import { type Command, commandsFor, numberIn } from "~/ui/commands";

const run = () => {};
const page = { group: "This page", run };
const COMMANDS: Command[] = [
  { name: "Assign to me", key: "a", ...page },
  { name: "Status: Resolved", isChoice: true, ...page },
  { name: "New task", key: "c", group: "Go to", run },
  { name: "Mine, new ones", group: "Views", run },
  { name: "Renewals", group: "Views", run },
];

describe("domain B15: commands", () => {
  test.each<[string, string[], string[]]>([
    ["", ["Assign to me"], ["New task", "Mine, new ones", "Renewals"]],
    ["NEW", ["New task", "Mine, new ones"], ["Renewals"]],
    ["me assign", ["Assign to me"], []],
    ["res", ["Status: Resolved"], []],
    ["ssi", [], ["Assign to me"]],
    ["lift", [], []],
  ])("match “%s”, with those whose words start with it first", (words, first, last) => {
    const found = commandsFor(words, COMMANDS);
    expect([found.first, found.last].map((offers) => offers.map(({ label }) => label))).toEqual([first, last]);
    expect(new Set([...found.first, ...found.last].map(({ value }) => value)).size).toBe(first.length + last.length);
  });

  test("include their keys", () => {
    expect(commandsFor("", COMMANDS).first.map(({ key }) => key)).toEqual(["a"]);
  });

  test.each([
    ["1042", "1042"],
    [" #1042 ", "1042"],
    ["0042", null],
    ["1234567890", null],
    ["10 lifts", null],
  ])("“%s” is the number %s", (words, number) => expect(numberIn(words)).toBe(number));
});
