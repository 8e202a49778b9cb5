import { expect } from "vitest";
import { type Explained, explainTask } from "~/features/search/explain-task.server";
import { searchTasks } from "~/features/search/search-tasks.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { aCustomField } from "../../support/factories";
import { aSearchablePerson, aSearchableTask, aSearchableTeam } from "../../support/search-desk";

const NOW = Date.UTC(2026, 2, 11, 12);

/** One line for each part: `+ status:open Its status is New.` */
function outline(part: Explained | null): string[] {
  if (part === null) return [];
  const sign = part.matches === null ? "?" : part.matches ? "+" : "-";
  if (part.kind === "term") return [`${sign} ${part.typed} ${part.why}`];
  return [`${sign} ${part.kind}`, ...part.items.flatMap(outline).map((line) => `  ${line}`)];
}

onEachDatabase("domain B7: the explanation of a search result", (test) => {
  test("goes through the query term by term", async ({ db }) => {
    const ada = await aSearchablePerson(db, { name: "Ada", role: "agent" });
    const ana = await aSearchablePerson(db, { name: "Ana Díaz" });
    const id = await aSearchableTask(db, {
      ...{ title: "Printer on fire", requester: ana.id, tags: ["vpn"], notes: ["ash"], replies: ["smoke"] },
      ...{ status: "resolved", open: 0, priority: 4 },
    });
    const explain = async (text: string, viewer: Viewer = ada) => {
      const explanation = await explainTask(db, viewer, { task: `#${id}`, text }, NOW);
      return explanation.ok
        ? [explanation.found ? "found" : "not found", ...outline(explanation.parts), ...explanation.beside]
        : explanation;
    };

    expect(await explain('printer ash (tag:wifi OR "on fire") -status:resolved prin')).toEqual([
      "not found",
      "- and",
      "  + printer Found in the title.",
      "  + ash Found in internal notes and their files.",
      "  + or",
      "    - tag:wifi Tags: vpn.",
      '    + "on fire" Found in the title.',
      "  - -status:resolved Its status is Resolved.",
      "  + prin Found in the title.",
    ]);
    expect(await explain("assignee:me priority:>=high 🙂 sort:due smoke")).toEqual([
      "not found",
      "- and",
      "  - assignee:me Assignee: none.",
      "  + priority:>=high Priority: Urgent.",
      "  ? 🙂 It has no letters or digits, so it was ignored.",
      "  ? sort:due This only sets the order of results.",
      "  + smoke Found in the public conversation.",
      "Lists leave it out because its status is Resolved. To include it, add “status:”, “is:” or a number.",
    ]);
    expect(await explain("")).toEqual(["found", expect.stringContaining("Lists leave it out")]);
    expect(await explain("🙂 status:any")).toEqual(["found", "+ and", expect.anything(), expect.anything()]);
    expect(await explain("priority:hgih")).toMatchObject({ ok: false, why: "query" });
  });

  test("reveals no notes or tasks that the viewer can't read", async ({ db }) => {
    const ana = await aSearchablePerson(db, { name: "Ana Díaz" });
    const ada = await aSearchablePerson(db, { name: "Ada", role: "agent" });
    const team = await aSearchableTeam(db, "Closed", { closed: true });
    const task = { title: "Printer", requester: ana.id, replies: ["smoke"] };
    const id = await aSearchableTask(db, { ...task, notes: ["ash"], tags: ["ash"], noteFiles: ["ash.txt"] });
    const hidden = await aSearchableTask(db, { title: "hidden", requester: ada.id, team, notes: ["ash"] });
    const merged = await aSearchableTask(db, { ...task, mergedInto: id });

    const trashed = await aSearchableTask(db, { ...task, putAway: "trash" });

    for (const word of ["W", "W*", '"W"', "-W", "file:W", "body:W", "smoke W"]) {
      const [there, absent] = await Promise.all(
        ["ash", "xyz"].map((other) => explainTask(db, ana, { task: String(id), text: word.replace("W", other) }, NOW)),
      );
      expect(JSON.parse(JSON.stringify(there).replaceAll("ash", "xyz")), word).toEqual(absent);
      expect(JSON.stringify(there)).not.toMatch(/note/i);
    }
    for (const text of ["note:ash", "has:note", "tag:ash"]) {
      expect(await explainTask(db, ana, { task: String(id), text }, NOW)).toMatchObject({ ok: false, why: "query" });
    }
    for (const number of [String(hidden), String(merged), String(trashed), "999", "x", "0", "1e3"]) {
      const refused = { ok: false, why: "no_such_task" };
      expect([number, await explainTask(db, ana, { task: number, text: "ash" }, NOW)]).toEqual([number, refused]);
    }
    // An agent's own request in a private team: they see it, but not its internal data.
    const own = await explainTask(db, ada, { task: String(hidden), text: "ash OR note:ash OR team:closed" }, NOW);
    expect(own.ok && outline(own.parts)).toEqual([
      "- or",
      "  - ash Not in the title, nor in the public conversation.",
      "  - note:ash Only agents can see this detail, and you're viewing this as its requester.",
      "  - team:closed Only agents can see this detail, and you're viewing this as its requester.",
    ]);
    expect(await explainTask(db, ada, { task: String(merged), text: "smoke" }, NOW)).toMatchObject({
      found: false,
      beside: ["It was merged into another task: only “is:merged” finds it."],
    });
    for (const [text, isFound] of [
      ["smoke", false],
      ["smoke is:trashed", true],
    ] as const) {
      expect(await explainTask(db, ada, { task: String(trashed), text }, NOW)).toMatchObject({
        found: isFound,
        beside: isFound ? [] : ["It's in the trash: only “is:trashed” finds it."],
      });
    }
  });

  test("agrees with the search that a non-numeric value matches no number", async ({ db }) => {
    const ada = await aSearchablePerson(db, { name: "Ada", role: "agent" });
    await aCustomField(db, { key: "cost", kind: "number" });
    const tasks: [title: string, id: number][] = [];
    for (const cost of ["n/a", "boxes:3", "3 boxes", "1e400", "3.5"]) {
      tasks.push([cost, await aSearchableTask(db, { title: cost, requester: ada.id, fields: { cost } })]);
    }
    for (const [text, found] of [
      ["field.cost:<5", "3.5"],
      ["field.cost:>=0", "3.5"],
      ["field.cost:-5..5", "3.5"],
      ["field.cost:0", ""],
      ["-field.cost:<5", "1e400, 3 boxes, boxes:3, n/a"],
    ] as const) {
      const searched = await searchTasks(db, ada, text, { now: NOW });
      expect([text, searched.ok && searched.tasks.map(({ title }) => title).join(", ")]).toEqual([text, found]);
      for (const [title, id] of tasks) {
        const explained = await explainTask(db, ada, { task: String(id), text }, NOW);
        const isFound = found.split(", ").includes(title);
        expect([text, title, explained]).toMatchObject([text, title, { found: isFound, parts: { matches: isFound } }]);
      }
    }
  });
});
