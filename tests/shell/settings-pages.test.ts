import { describe, expect, test } from "vitest";
import { asksForPriorities, SETTINGS, settingsFor } from "~/shell/settings-pages";

const labels = (...asked: Parameters<typeof settingsFor>) =>
  settingsFor(...asked).flatMap(({ entries }) => entries.map(({ label }) => label));

describe("settings pages", () => {
  test.each([
    ["logo", ["Sites"]],
    ["canned", ["Macros"]],
    ["imap", ["Email addresses"]],
    ["dark", ["Preferences"]],
    ["mail spam", ["Quarantine"]],
    ["WORKFLOW", ["Statuses", "Rules"]],
    ["deactivate", ["People"]],
    ["email addr", ["Email addresses"]],
    ["nothing like it", []],
  ])("are found by related words: %s", (typed, found) => {
    expect(labels("admin", typed)).toEqual(found);
  });

  test("recognise a search for priorities, which have no page", () => {
    expect(["prio", "Priority", "change priorities", "print", ""].map(asksForPriorities)).toEqual([
      ...[true, true, true, false, false],
    ]);
  });

  test("include only those that the role can open", () => {
    expect(labels("admin")).toHaveLength(SETTINGS.flatMap(({ entries }) => entries).length);
    expect(labels("agent")).toEqual([
      "Macros",
      "Views",
      "Reports",
      "Your profile",
      "Preferences",
      "Notification settings",
    ]);
    expect(labels("requester")).toEqual(["Your profile", "Preferences", "Notification settings"]);
    expect(labels("requester", "logo")).toEqual([]);
  });
});
