import { describe, expect, test } from "vitest";
import {
  announcement,
  isBlank,
  isUnkept,
  needsSaving,
  nextSync,
  type SyncEvent,
  same,
  saveStatusText,
  startSync,
} from "~/features/conversation/drafts/draft-sync";

/* domain B12 "Drafts": texts of browser and server, and the offer when they differ. */

const text = (body: string) => ({ body, fields: {} });
const copy = (body: string, at: number) => ({ ...text(body), requestKey: "k", revision: 1, known: null, at });
const stateAfter = (begun: string, known: number | null, ...events: SyncEvent[]) =>
  events.reduce(nextSync, startSync(text(begun), known));

describe("the typed text", () => {
  test("needs saving until the server has exactly that", () => {
    const typed = stateAfter("", null, { type: "typed", typed: text("Hel") });
    expect([needsSaving(typed), isUnkept(typed)]).toEqual([true, true]);
    const saving = nextSync(typed, { type: "began" });
    expect([needsSaving(saving), saving.revision]).toEqual([false, 1]);
    const more = nextSync(saving, { type: "typed", typed: text("Hello") });
    const saved = nextSync(more, { type: "saved", known: 5, at: 6 });
    expect([needsSaving(saved), saved.known]).toEqual([true, 5]); // the newer text isn't saved yet
    const all = [{ type: "began" }, { type: "saved", known: 7, at: 8 }] as const;
    expect(needsSaving(all.reduce(nextSync, saved as never))).toBe(false);
  });

  test.each([
    { why: "offline", again: true },
    { why: "signed_out", again: true },
    { why: "too_long", again: false },
    { why: "not_yours", again: false },
    { why: "gone", again: false },
  ] as const)("is saved again after a failure ($why): $again", ({ why, again }) => {
    const state = stateAfter(
      "",
      null,
      { type: "typed", typed: text("x") },
      { type: "began" },
      { type: "troubled", why },
    );
    expect(needsSaving(state)).toBe(again);
    expect(isUnkept(state)).toBe(true);
    expect(announcement(state)).toMatch(/^Not saved/);
  });

  test("isn't saved while the form is being sent", () => {
    const sending = stateAfter("", null, { type: "typed", typed: text("x") }, { type: "ended" });
    expect(needsSaving(sending)).toBe(false);
    expect(needsSaving(nextSync(sending, { type: "resumed" }))).toBe(true);
  });

  test("is the same with other line ends or another order of fields", () => {
    expect(same({ body: "a\r\nb", fields: { x: "1", y: "2" } }, { body: "a\nb", fields: { y: "2", x: "1" } })).toBe(
      true,
    );
    expect(same(text("a"), text("a "))).toBe(false);
  });
});

describe("another version of the text", () => {
  const CASES = [
    {
      name: "in this browser replaces the form's text if it's newer",
      begun: "server",
      known: 5,
      event: { type: "found", copy: copy("browser", 9) },
      typed: "browser",
      offer: "server",
    },
    {
      name: "in this browser is offered if it's older",
      begun: "server",
      known: 5,
      event: { type: "found", copy: copy("browser", 3) },
      typed: "server",
      offer: "browser",
    },
    {
      name: "in this browser that continues the server's replaces it without asking",
      begun: "server",
      known: 5,
      event: { type: "found", copy: copy("server, and more", 3), follows: true },
      typed: "server, and more",
      offer: null,
    },
    {
      name: "in this browser fills the form without asking if the server has none",
      begun: "",
      known: null,
      event: { type: "found", copy: copy("browser", 3) },
      typed: "browser",
      offer: null,
    },
    {
      name: "isn't offered if it's the same",
      begun: "server",
      known: 5,
      event: { type: "found", copy: copy("server", 9) },
      typed: "server",
      offer: null,
    },
    {
      name: "saved elsewhere fills an untouched form",
      begun: "old",
      known: 5,
      event: { type: "arrived", draft: { ...text("new"), updatedAt: 6 } },
      typed: "new",
      offer: null,
    },
    {
      name: "that is already known changes nothing",
      begun: "old",
      known: 5,
      event: { type: "arrived", draft: { ...text("new"), updatedAt: 5 } },
      typed: "old",
      offer: null,
    },
  ] as const;
  test.each(CASES)("$name", ({ begun, known, event, typed, offer }) => {
    const state = stateAfter(begun, known, event as SyncEvent);
    expect([state.typed.body, state.offer?.body ?? null]).toEqual([typed, offer]);
  });

  test("can be the title of a new task and nothing more", () => {
    const begun = startSync({ body: "", fields: { title: "On the server" } }, 5);
    const found = { ...copy("", 9), fields: { title: "In this browser" } };
    const state = nextSync(begun, { type: "found", copy: found });
    expect([state.typed.fields.title, state.offer?.fields.title]).toEqual(["In this browser", "On the server"]);
    expect([isBlank(found), isBlank({ body: " ", fields: { after: "waiting" } })]).toEqual([false, true]);
  });

  const withdrawn = (body: string): SyncEvent => ({ type: "arrived", draft: { ...text(body), updatedAt: 6 } });

  test("that puts text above the typed one is applied at once, even during a save", () => {
    for (const before of [[], [{ type: "began" }]] as SyncEvent[][]) {
      const typed = stateAfter("old", 5, { type: "typed", typed: text("below") }, ...before);
      const state = nextSync(typed, withdrawn("above\n\nbelow"));
      expect([state.typed.body, state.offer, state.known, needsSaving(state)]).toEqual([
        "above\n\nbelow",
        null,
        6,
        false,
      ]);
      // A late response to the save changes nothing.
      expect(nextSync(state, { type: "saved", known: 5, at: 9 })).toEqual(state);
    }
    const other = stateAfter("old", 5, { type: "typed", typed: text("low") });
    expect(nextSync(other, withdrawn("above\n\nbelow")).offer?.body).toBe("above\n\nbelow");
  });

  test("fills a form that was cleared, even while the clearing is being saved", () => {
    const cleared = stateAfter("old", 5, { type: "typed", typed: text("") }, { type: "began" });
    expect(nextSync(cleared, withdrawn("above")).typed.body).toBe("above");
  });

  test("from the server stays an offer, can be swapped in and out, and is overwritten only on purpose", () => {
    const typed = stateAfter("", null, { type: "typed", typed: text("mine") }, { type: "began" });
    const told = nextSync(typed, { type: "newer", draft: { ...text("theirs"), updatedAt: 7 } });
    expect([told.typed.body, told.offer?.body, told.known]).toEqual(["mine", "theirs", 7]);
    const took = nextSync(told, { type: "took" });
    expect([took.typed.body, took.offer?.body]).toEqual(["theirs", "mine"]);
    expect(nextSync(took, { type: "took" }).typed.body).toBe("mine");
    expect(nextSync(took, { type: "dropped" }).offer).toBeNull();
    expect([needsSaving(told), needsSaving(nextSync(told, { type: "dropped" }))]).toEqual([false, true]);
  });
});

test("the status line shows each save; screen readers don't hear about every one", () => {
  const clock = (at: number) => `at ${at}`;
  const saved = stateAfter(
    "",
    null,
    { type: "typed", typed: text("x") },
    { type: "began" },
    { type: "saved", known: 1, at: 2 },
  );
  const later = nextSync(nextSync(saved, { type: "began" }), { type: "saved", known: 3, at: 4 });
  expect([saveStatusText(saved, clock), saveStatusText(later, clock)]).toEqual(["Saved at 2", "Saved at 4"]);
  expect(announcement(saved)).toBe(announcement(later));
  expect(saveStatusText(stateAfter("", null), clock)).toBeNull();
});
