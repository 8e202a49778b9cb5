import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import { writeItem } from "~/features/tasks/checklist/checklist.server";
import { changeTask } from "~/features/tasks/task-change.server";
import type { Viewer } from "~/features/users/users";
import { HOUR_MS } from "~/lib/durations";
import { openDesk, waitForScripts } from "../support/desk";
import { aKey, anAgent, aRequester, aTask, notifyOfNewTasks } from "../support/factories";

/*
 * The five main pages as a screen reader has them: roles, names and reading order.
 * After a change, read the files in ./screen-readers: could a blind user find their way, and hear nothing twice?
 */
describe("a screen reader reads out", () => {
  const { server, newPage, pageOf } = openDesk({ keepFolded: true });
  let ada: Viewer;
  let id: number;

  beforeAll(async () => {
    const { db } = server;
    const at = Date.now() - 3 * HOUR_MS;
    ada = await anAgent(db, { name: "Ada Hall", email: "ada@example.org" });
    const bob = await anAgent(db, { name: "Bob Grant", email: "bob@example.org" });
    const lea = await aRequester(db, { name: "Lea Winter", email: "lea@example.org" });
    await aTask(db, { title: "New badge", body: "Mine broke.", requester: lea, type: "request", assignee: bob, at });
    await aTask(db, { title: "Old printer", requester: lea, status: "closed", at });
    const printer = { title: "The printer jams", body: "Since **today**.\n\n- lamp\n- paper", requester: lea };
    id = (await aTask(db, { ...printer, priority: "high", tags: ["hardware"], at })).id;
    await notifyOfNewTasks(db);
    await db.deleteFrom("notification").execute();
    const question = { body: "Which printer is it?", requestKey: aKey(), anyway: true };
    await replyToTask(db, ada, id, { ...question, status: "waiting_requester" }, at + HOUR_MS);
    await replyToTask(db, lea, id, { body: "The one upstairs.", requestKey: aKey() }, at + HOUR_MS);
    await addNote(db, bob, id, { body: "It is due for repair.", requestKey: aKey() }, at + HOUR_MS);
    await writeItem(db, ada, id, { text: "Look at the rollers", was: "", requestKey: aKey() }, at + HOUR_MS);
    const { version } = await db.selectFrom("task").select("version").where("id", "=", id).executeTakeFirstOrThrow();
    await changeTask(db, bob, id, { change: { assignee: ada.id, version }, was: {} }, at + HOUR_MS);
  });

  /** Charts load when scrolled into view, which depends on the height of the content above them. */
  async function withItsCharts() {
    const page = await pageOf(ada, "/");
    const place = page.getByRole("region", { name: "The last 14 days" });
    await place.scrollIntoViewIfNeeded();
    await place.getByRole("region", { name: "Created and resolved" }).waitFor();
    return page;
  }

  const PAGES: Record<string, () => Promise<Page>> = {
    "the page of a sign-in": () => newPage("/login"),
    "the start page": withItsCharts,
    "the list of tasks": () => pageOf(ada, "/tasks"),
    "the search": () => pageOf(ada, "/search?q=printer"),
    "the page of a task": () => pageOf(ada, `/tasks/${id}`), // last, because opening it marks it as read
  };
  test.each(Object.entries(PAGES))("%s", async (name, come) => {
    const page = await come();
    if (name !== "the page of a sign-in") await waitForScripts(page);
    const tree = await page.locator("body").ariaSnapshot();
    const file = name.replace(/^the /, "").replaceAll(" ", "-");
    await expect(heard(tree)).toMatchFileSnapshot(`screen-readers/${file}.yml`);
  });
});

/** The tree without link targets, which screen readers don't read out. */
const heard = (tree: string) =>
  tree
    .split("\n")
    .filter((line) => !/^\s*- \/url:/.test(line))
    .join("\n")
    .concat("\n");
