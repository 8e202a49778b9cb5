import { expect } from "vitest";
import type { Db } from "~/db/types";
import { searchTasks } from "~/features/search/search-tasks.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { aSearchablePerson, aSearchableTask, aSearchableTeam } from "../../support/search-desk";

const NOW = Date.UTC(2026, 2, 11, 12);

/** The marked text of each hit: `[Ash] in the printer`, `three: note: only here: [ash]`. */
async function marked(db: Db, viewer: Viewer, text: string) {
  const result = await searchTasks(db, viewer, text, { now: NOW });
  if (!result.ok) throw new Error(result.error.message);
  const shown = (pieces: string[]) => pieces.map((piece, i) => (i % 2 ? `[${piece}]` : piece)).join("");
  return result.tasks.map(({ id, title }) => {
    const { title: inTitle, excerpt } = result.hits[id] ?? { title: null, excerpt: null };
    if (inTitle) return shown(inTitle);
    return excerpt ? `${title}: ${excerpt.note ? "note: " : ""}${shown(excerpt.marked)}` : title;
  });
}

onEachDatabase("domain B7 and B18.6: search terms are marked", (test) => {
  test("in the title or the first matching message; in notes only for viewers who may read them", async ({ db }) => {
    const ada = await aSearchablePerson(db, { name: "Ada", role: "agent" });
    const ana = await aSearchablePerson(db, { name: "Ana" });
    const closed = await aSearchableTeam(db, "Closed", { closed: true });
    const requester = ana.id;
    await aSearchableTask(db, { title: "Ash in the printer", requester, replies: ["there is ash"] });
    await aSearchableTask(db, {
      title: "two",
      requester,
      notes: ["the ash of it"],
      replies: ["it burns", "Ash, they said"],
    });
    await aSearchableTask(db, { title: "three", requester, notes: ["only here: ash"], replies: ["smoke"] });
    await aSearchableTask(db, { title: "four", requester: ada.id, team: closed, notes: ["ash"], replies: ["smoke"] });
    await aSearchableTask(db, { title: "five", requester, tags: ["ash"], replies: ["nothing"] });
    await db.updateTable("message").set({ send_after: NOW }).where("body", "=", "it burns").execute();

    expect(await marked(db, ada, "ash")).toEqual([
      "[Ash] in the printer",
      "five",
      "three: note: only here: [ash]",
      "two: [Ash], they said",
    ]);
    expect(await marked(db, ana, "ash")).toEqual(["[Ash] in the printer", "two: [Ash], they said"]);
    expect(await marked(db, ana, "(ash OR smoke) sort:number")).toEqual([
      "three: [smoke]",
      "two: [Ash], they said",
      "[Ash] in the printer",
    ]);
    expect(await marked(db, ada, "smok title:four")).toEqual(["four: [smoke]"]);
    expect(await marked(db, ana, "burns OR two")).toEqual(["[two]"]);
    expect(await marked(db, ada, "status:any")).toHaveLength(5);
  });
});
