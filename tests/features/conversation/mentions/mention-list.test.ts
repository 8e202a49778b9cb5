import { describe, expect, test } from "vitest";
import {
  keyInList,
  type MentionEvent,
  mentionList,
  NO_LIST,
  openMention,
} from "~/features/conversation/mentions/mention-list";

const person = (id: number, name: string) => ({ id, name, email: null, write: name });
const [ada, adam, bob] = [person(1, "Ada"), person(2, "Adam"), person(3, "Bob")];

describe("domain B4: the list of colleagues while a mention is typed", () => {
  test.each([
    ["@", { at: 0, words: "" }],
    ["Hello @a", { at: 6, words: "a" }],
    ["Hello @Ada Love", { at: 6, words: "Ada Love" }],
    ["one\n@x", { at: 4, words: "x" }],
    ["(@Jean-Luc O'", { at: 1, words: "Jean-Luc O'" }],
    ["お願い@山", { at: 3, words: "山" }],
    ["@ada@exam", null],
    ["mail a@b", null],
    ["@a b c d e", null],
    ["@Ada, and", null],
    ["@ ", null],
    ["@Ada\n", null],
    ["see /@x", null],
    ["", null],
  ])("at the end of %j, is open for %j", (text, mention) => {
    expect(openMention(text, text.length)).toEqual(mention);
    expect(openMention(`${text} and more`, text.length)).toEqual(mention);
  });

  const after = (...events: MentionEvent[]) => events.reduce(mentionList, NO_LIST);
  const wrote = (words: string, at = 0): MentionEvent => ({ type: "wrote", mention: { at, words } });
  const found = (words: string, ...people: (typeof ada)[]): MentionEvent => ({ type: "found", words, people });

  test.each<[string, MentionEvent[], { people: (typeof ada)[]; active: number }]>([
    ["is empty until results arrive", [wrote("a")], { people: [], active: 0 }],
    ["shows the colleagues found", [wrote("a"), found("a", ada, adam)], { people: [ada, adam], active: 0 }],
    ["ignores results for different text", [wrote("ab"), found("a", ada)], { people: [], active: 0 }],
    [
      "keeps colleagues who still match until the next results",
      [wrote("ad"), found("ad", ada, adam), wrote("adam")],
      { people: [adam], active: 0 },
    ],
    ["moves down", [wrote("a"), found("a", ada, adam), { type: "moved", by: 1 }], { people: [ada, adam], active: 1 }],
    [
      "wraps around",
      [wrote("a"), found("a", ada, adam, bob), { type: "moved", by: -1 }],
      { people: [ada, adam, bob], active: 2 },
    ],
    [
      "stays closed for a dismissed @",
      [wrote("a"), found("a", ada), { type: "closed" }, wrote("ad"), found("ad", ada)],
      { people: [], active: 0 },
    ],
    [
      "opens again for another @",
      [wrote("a"), { type: "closed" }, wrote("a", 9), found("a", ada)],
      { people: [ada], active: 0 },
    ],
    [
      "closes when the caret isn't in a mention",
      [wrote("a"), found("a", ada), { type: "wrote", mention: null }],
      { people: [], active: 0 },
    ],
  ])("%s", (_, events, list) => {
    expect(after(...events)).toMatchObject(list);
  });

  test.each([
    ["ArrowDown", "next"],
    ["ArrowUp", "previous"],
    ["Enter", "choose"],
    ["Tab", "choose"],
    ["Escape", "close"],
    ["a", null],
    ["ArrowLeft", null],
  ])("%s means %s", (key, meaning) => {
    expect(keyInList(key)).toBe(meaning);
  });
});
