import { expect } from "vitest";
import { findForPalette } from "~/features/search/palette-results.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { anAgent, aRequester, aTask, NOON } from "../../support/factories";

onEachDatabase("domain B15: palette results", (test) => {
  test("include tasks by number and word, people and pages by name prefix, best first", async ({ db }) => {
    const ada = await anAgent(db, { name: "Ada Lift" });
    const lea = await aRequester(db, { name: "Lea Marsh" });
    const lift = await aTask(db, { requester: lea, title: "The lift hums" });
    const door = await aTask(db, { title: "The door squeaks", body: "Beside the lift, as the marsh door did" });
    const places = [
      { href: "/tasks?view=1", name: "Lifts and doors", group: "Views" },
      { href: "/settings/statuses", name: "Statuses", group: "Settings" },
    ];
    const found = async (viewer: Viewer, text: string) =>
      (await findForPalette(db, viewer, text, places, NOON)).map(({ value, lead, label, detail, group }) =>
        [group, lead, label, detail, value].filter(Boolean).join(" · "),
      );
    const seen = async (viewer: Viewer, { id }: { id: number }, at: number) =>
      db.insertInto("task_seen").values({ user_id: viewer.id, task_id: id, seen_until: at, viewed_at: at }).execute();

    const liftTask = `#${lift.id} · The lift hums · New · /tasks/${lift.id}`;
    const doorTask = `#${door.id} · The door squeaks · New · /tasks/${door.id}`;
    const lifts = "Views · Lifts and doors · /tasks?view=1";
    expect(await found(ada, "li")).toEqual([
      `Tasks · ${liftTask}`,
      `Tasks · ${doorTask}`,
      `People · Ada Lift · ${ada.email} · /users/${ada.id}`,
      lifts,
    ]);
    expect(await found(ada, "stat")).toEqual(["Settings · Statuses · /settings/statuses"]);
    const marsh = `People · Lea Marsh · ${lea.email} · /users/${lea.id}`;
    expect(await found(ada, "marsh door")).toEqual([`Tasks · ${doorTask}`]);
    expect((await found(ada, "marsh"))[0]).toBe(marsh);
    for (const number of [`${lift.id}`, `#${lift.id}`, ` ${lift.id} `])
      expect((await found(ada, number))[0]).toBe(`Tasks · ${liftTask}`);
    expect(await found(ada, "is:open door")).toEqual([`Tasks · ${doorTask}`]);
    expect(await found(ada, "status:nonsense")).toEqual([]);
    for (const nothing of ["quokka", "?!"]) expect(await found(ada, nothing)).toEqual([]);

    expect(await found(lea, "li")).toEqual([
      `Requests · #${lift.id} · The lift hums · Received · /tasks/${lift.id}`,
      lifts,
    ]);
    expect(await found(lea, "ada")).toEqual([]);
    expect(await found(lea, `${door.id}`)).toEqual([]);

    expect(await found(ada, " ")).toEqual([]);
    await seen(ada, door, NOON);
    await seen(ada, lift, NOON + 1);
    expect(await found(ada, "")).toEqual([`Recently viewed · ${liftTask}`, `Recently viewed · ${doorTask}`]);
    expect(await found(lea, "")).toEqual([]);
  });
});
