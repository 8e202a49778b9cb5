import { describe, expect, test } from "vitest";
import { DAY_MS } from "~/lib/durations";
import { seedDesk } from "../../build-scripts/seed/fill";
import { emailOf } from "../../build-scripts/seed/people";
import { awake, openDesk } from "../support/desk";
import { anAgent, aTask } from "../support/factories";

const KIB = 1024;

/** What the forms of a task need: it comes when one of them is touched, and at rest where it needs no network. */
const BRINGS_FORMS = /\/autosave-form-draft-[^/]*\.js$/;

describe("the looks of a page", () => {
  const { server, pageOf } = openDesk({ folds: true, fresh: true, serviceWorkers: "allow" });

  test("are there with it, however one comes to it", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    await aTask(server.db, { title: "Printer on fire" });
    const page = await pageOf(ada);
    // What the browser would paint at the moment in which a task appears in the document.
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) {
          for (const node of addedNodes) {
            const task = node instanceof Element && (node.matches(".task") ? node : node.querySelector(".task"));
            if (task) seen.push(getComputedStyle(task).display);
          }
        }
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto("/tasks");
    for (let time = 1; time <= 2; time++) {
      await page.getByRole("link", { name: "Printer on fire" }).click();
      await page.getByRole("heading", { name: "Printer on fire" }).waitFor();
      await page.getByRole("link", { name: "Tasks", exact: true }).click();
      await page.getByRole("table", { name: "Tasks" }).waitFor();
    }
    expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual(["grid", "grid"]);
  });
});

describe("the first load of a full list", () => {
  const { server, pageOf } = openDesk({ folds: true, fresh: true, serviceWorkers: "allow" });

  /** Somebody of a desk with as many kinds of titles, people, tags and times as desks have. */
  async function seededAgent() {
    await seedDesk(server.db, { tasks: 3_000, until: Date.now() - 21 * DAY_MS, seed: 1, passwordHash: null });
    return server.db
      .selectFrom("user")
      .select(["id", "name", "email", "role"])
      .where("email", "=", emailOf("agent", 1))
      .executeTakeFirstOrThrow();
  }

  test("with 50 rows transfers at most 150 KiB in 30 requests, payloads in advance included", async () => {
    const page = await pageOf(await seededAgent());
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    const sizes: number[] = [];
    network.on("Network.loadingFinished", ({ encodedDataLength }) => sizes.push(encodedDataLength));
    await page.goto("/tasks", { waitUntil: "networkidle" });
    // The build's own manifest is read about a second after the page is ready; with it everything has come.
    await page.waitForTimeout(1_500);

    expect(await page.getByRole("table", { name: "Tasks" }).getByRole("row").count()).toBe(51);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(60 * KIB);
    expect(total).toBeLessThanOrEqual(150 * KIB);
    expect(sizes.length).toBeLessThanOrEqual(30);
  });
});

describe("the first load of the list of tasks", () => {
  const { server, pageOf } = openDesk({ folds: true, fresh: true, serviceWorkers: "allow" });

  test("leaves the tables of languages unread: on a phone they take a tenth of a second", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    await aTask(server.db, { title: "Printer on fire", tags: ["printer"] });
    const page = await pageOf(ada);
    await page.addInitScript(() => {
      const formats: string[] = [];
      Object.assign(window, { formats });
      for (const name of ["ListFormat", "NumberFormat", "DateTimeFormat", "PluralRules", "Collator"] as const) {
        const construct = (of: new () => object, given: []) => {
          formats.push(name);
          return Reflect.construct(of, given);
        };
        Reflect.set(Intl, name, new Proxy(Intl[name] as unknown as new () => object, { construct }));
      }
    });
    await page.goto("/tasks");
    await awake(page);
    expect(await page.evaluate(() => (window as unknown as { formats: string[] }).formats)).toEqual([]);
    // The count itself: one that is made is seen.
    await page.evaluate(() => new Intl.NumberFormat("en"));
    expect(await page.evaluate(() => (window as unknown as { formats: string[] }).formats)).toEqual(["NumberFormat"]);
  });

  test("and the task opened from it is less than 25 KiB, with all that comes within two seconds", async () => {
    const ada = await anAgent(server.db, { name: "Grace" });
    const { id } = await aTask(server.db, { title: "The lift hums", priority: "urgent" }); // on the first page
    const page = await pageOf(ada, undefined, { serviceWorkers: "block" }); // the worker would have everything already
    const own = page.waitForResponse(/\/builds\/meta\//); // a second after the page, and no part of the next
    const live = page.waitForResponse(/\/live-[^/]*\.js$/); // nor is what keeps any page up to date
    await page.goto("/tasks", { waitUntil: "networkidle" });
    await (await own).finished();
    await (await live).finished();

    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    const answers = new Map<string, { type: string; response: { url: string; encodedDataLength: number } }>();
    const bodies = new Map<string, number>();
    const arrived: string[] = [];
    const sizes: Record<string, number> = {};
    network.on("Network.responseReceived", (answer) => answers.set(answer.requestId, answer));
    network.on("Network.dataReceived", ({ requestId, encodedDataLength }) =>
      bodies.set(requestId, (bodies.get(requestId) ?? 0) + encodedDataLength),
    );
    const count = (requestId: string, size?: number) => {
      const { type = "", response } = answers.get(requestId) ?? {};
      const received = size ?? (response?.encodedDataLength ?? 0) + (bodies.get(requestId) ?? 0);
      sizes[type] = (sizes[type] ?? 0) + received;
      if (response) arrived.push(response.url);
    };
    network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => count(requestId, encodedDataLength));
    // What a page does not read to the end, for it has all it needs, the browser gives up; it was transferred all the same.
    network.on("Network.loadingFailed", ({ requestId }) => count(requestId));
    await page.getByRole("link", { name: "The lift hums" }).click();
    await page.getByRole("heading", { name: "The lift hums" }).waitFor();
    await expect
      .poll(() => arrived.map((url) => /[?&/](_routes=root|presence)$/.exec(url)?.[1]))
      .toEqual(
        expect.arrayContaining(["_routes=root", "presence"]), // the session, and the last thing that a task asks for
      );
    await page.waitForTimeout(2_000); // nobody touches anything
    expect(new URL(page.url()).pathname).toBe(`/tasks/${id}`);
    expect(arrived.filter((url) => BRINGS_FORMS.test(url))).toEqual([]);
    const { Script: scripts = 0, Stylesheet: sheets = 0, ...others } = sizes;
    expect(scripts).toBeGreaterThan(5 * KIB);
    expect(sheets).toBe(0);
    const rest = Object.values(others).reduce((sum, size) => sum + size, 0);
    expect(scripts + rest).toBeLessThan(25 * KIB);
  });

  test("and with a touch of a form what it needs is asked for at once, and not before", async () => {
    const { id } = await aTask(server.db, { title: "The bell rings" });
    const page = await pageOf(await anAgent(server.db), undefined, { serviceWorkers: "block" });
    await page.clock.install();
    await page.goto(`/tasks/${id}`);
    await awake(page);
    let asked = 0;
    page.on("request", (request) => {
      if (BRINGS_FORMS.test(request.url())) asked++;
    });
    await page.clock.runFor(5_000);
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    expect(asked).toBe(0);
    const later = page.waitForRequest(BRINGS_FORMS);
    await page.getByLabel("Your reply").focus();
    await later;
  });

  test.each(["Home", "Search", "Notifications", "People"])("and to %s is less than 25 KiB", async (name) => {
    const ada = await anAgent(server.db);
    for (let n = 1; n <= 10; n++) await aTask(server.db, { title: `Lamp ${n} flickers`, assignee: ada });
    const page = await pageOf(ada, undefined, { serviceWorkers: "block" });
    const own = page.waitForResponse(/\/builds\/meta\//);
    await page.goto("/tasks", { waitUntil: "networkidle" });
    await (await own).finished();
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    let total = 0;
    network.on("Network.loadingFinished", ({ encodedDataLength }) => {
      total += encodedDataLength;
    });
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(300); // what it loads in advance
    expect(total).toBeGreaterThan(KIB);
    expect(total).toBeLessThan(25 * KIB);
  });
});

describe("the page of whoever asked", () => {
  const { server, pageOf } = openDesk({ folds: true });

  test("is whole when it appears, and wakes up in a document as well", async () => {
    const { id, requester } = await aTask(server.db, { title: "The lift hums" });
    const buttonsOf = async (who: { id: number }) => {
      const page = await pageOf(who, "/tasks");
      await page.getByRole("link", { name: "The lift hums" }).click();
      await page.getByRole("heading", { name: "The lift hums" }).waitFor();
      // An agent's form is closed at first: its buttons are there, behind its tab.
      const form = page.getByRole("form", { name: "Reply", includeHidden: true });
      return form.getByRole("button", { includeHidden: true }).allInnerTexts();
    };
    expect(await buttonsOf(requester)).toContain("It is solved");
    expect(await buttonsOf(await anAgent(server.db))).toContain("Send reply");

    const page = await pageOf(requester, `/tasks/${id}`);
    await page.getByLabel("Your reply").fill("It still hums.");
    await page.getByRole("button", { name: "Send reply" }).click();
    await page.getByRole("region", { name: "Conversation" }).getByText("It still hums.").waitFor();
  });
});
