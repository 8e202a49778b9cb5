import { describe, expect, test } from "vitest";
import { type ChoiceEvent, CLOSED, choiceList, openTag, withTag } from "~/ui/choice-list";

const offer = (value: string) => ({ value, label: value });
const [ada, bob] = [offer("Ada"), offer("Bob")];
const asked = (words: string): ChoiceEvent => ({ type: "asked", words });
const found = (words: string, ...offers: (typeof ada)[]): ChoiceEvent => ({ type: "found", words, offers });
const [down, up]: ChoiceEvent[] = [
  { type: "moved", by: 1 },
  { type: "moved", by: -1 },
] as const;

describe("the list of options below a field", () => {
  test.each<[string, (ChoiceEvent | undefined)[], object]>([
    ["has no options until results arrive", [asked("a")], { offers: null, active: -1 }],
    ["is empty if nothing matches", [asked("a"), found("a")], { offers: [], active: -1 }],
    ["activates the first match for typed text", [asked("a"), found("a", ada, bob)], { active: 0 }],
    ["activates nothing if it was only opened", [asked(""), found("", ada, bob)], { offers: [ada, bob], active: -1 }],
    ["ignores results for different text", [asked("ab"), found("a", ada)], { offers: null }],
    [
      "keeps its options until the next results, none of them active",
      [asked("a"), found("a", ada), asked("ad")],
      { offers: [ada], active: -1 },
    ],
    [
      "keeps the option the user moved to if the new results contain it",
      [asked("a"), found("a", ada, bob), asked("ab"), down, down, found("ab", offer("Abe"), bob)],
      { active: 1 },
    ],
    [
      "activates the first option if the new results lack the one the user moved to",
      [asked("a"), found("a", bob, ada), asked("ad"), down, found("ad", offer("Adam"), ada)],
      { active: 0 },
    ],
    [
      "starts a menu at the current option",
      [asked(""), { type: "found", words: "", offers: [ada, { ...bob, isCurrent: true }], isMenu: true }],
      { active: 1 },
    ],
    [
      "starts any other menu at the first option",
      [asked(""), { type: "found", words: "", offers: [ada, bob], isMenu: true }],
      { active: 0 },
    ],
    ["moves down from no option to the first", [asked(""), found("", ada, bob), down], { active: 0 }],
    ["moves up from no option to the last", [asked(""), found("", ada, bob), up], { active: 1 }],
    ["wraps around", [asked("a"), found("a", ada, bob), down, down], { active: 0 }],
    ["doesn't move while empty", [asked("a"), down], { active: -1 }],
    ["stays closed when results arrive late", [asked("a"), { type: "closed" }, found("a", ada)], CLOSED],
  ])("%s", (_, events, list) => {
    expect(events.flatMap((event) => event ?? []).reduce(choiceList, CLOSED)).toMatchObject(list);
  });

  test.each([
    ["vp|", "vp"],
    ["net, vp|", "vp"],
    ["net vp|", "vp"],
    ["net,|", ""],
    ["n|et, vpn", "n"],
  ])("the tag being typed in %s is “%s”", (text, words) => {
    expect(openTag(text.replace("|", ""), text.indexOf("|")).words).toBe(words);
  });

  test.each([
    ["vp|", "vpn, |"],
    ["net, vp|", "net, vpn, |"],
    ["vp|n, net", "vpn, |net"],
    ["a vp| z", "a vpn, |z"],
  ])("choosing vpn in %s results in %s", (text, after) => {
    const taken = withTag(text.replace("|", ""), text.indexOf("|"), "vpn");
    expect(`${taken.text.slice(0, taken.caret)}|${taken.text.slice(taken.caret)}`).toBe(after);
  });
});
