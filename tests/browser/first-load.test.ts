import { describe, expect, test } from "vitest";
import { DAY_MS } from "~/lib/durations";
import { seedDesk } from "../../build-scripts/seed/fill";
import { emailOf } from "../../build-scripts/seed/people";
import { openDesk, waitForScripts } from "../support/desk";
import { anAgent, aTask } from "../support/factories";

const KIB = 1024;

/** The script behind a task's forms. It loads on first touch, or when idle if that needs no network. */
const BRINGS_FORMS = /\/autosave-form-draft-[^/]*\.js$/;

describe("page styles", () => {
  const { server, pageOf } = openDesk({ keepFolded: true, fresh: true, serviceWorkers: "allow" });

  test("are in place whenever a page appears", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    await aTask(server.db, { title: "Printer on fire" });
    const page = await pageOf(ada);
    // Records how the browser would paint a task at the moment it enters the document.
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
  const { server, pageOf } = openDesk({ keepFolded: true, fresh: true, serviceWorkers: "allow" });

  /** An agent of a desk with a realistic variety of titles, people, tags and times. */
  async function seededAgent() {
    await seedDesk(server.db, { tasks: 3_000, until: Date.now() - 21 * DAY_MS, seed: 1, passwordHash: null });
    return server.db
      .selectFrom("user")
      .select(["id", "name", "email", "role"])
      .where("email", "=", emailOf("agent", 1))
      .executeTakeFirstOrThrow();
  }

  test("with 50 rows transfers at most 150 KiB in 30 requests, prefetched payloads included", async () => {
    const page = await pageOf(await seededAgent());
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    const sizes: number[] = [];
    network.on("Network.loadingFinished", ({ encodedDataLength }) => sizes.push(encodedDataLength));
    await page.goto("/tasks", { waitUntil: "networkidle" });
    // The build's own manifest loads last, about a second after the page is ready.
    await page.waitForTimeout(1_500);

    expect(await page.getByRole("table", { name: "Tasks" }).getByRole("row").count()).toBe(51);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(60 * KIB);
    expect(total).toBeLessThanOrEqual(150 * KIB);
    expect(sizes.length).toBeLessThanOrEqual(30);
  });
});

describe("the list of tasks", () => {
  const { server, pageOf } = openDesk({ keepFolded: true, fresh: true, serviceWorkers: "allow" });

  test("loads without Intl formatters, which take a tenth of a second on a phone", async () => {
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
    await waitForScripts(page);
    expect(await page.evaluate(() => (window as unknown as { formats: string[] }).formats)).toEqual([]);
    // Proves that the counter works.
    await page.evaluate(() => new Intl.NumberFormat("en"));
    expect(await page.evaluate(() => (window as unknown as { formats: string[] }).formats)).toEqual(["NumberFormat"]);
  });

  test("opens a task in less than 25 KiB, including the two seconds after", async () => {
    const ada = await anAgent(server.db, { name: "Grace" });
    const { id } = await aTask(server.db, { title: "The lift hums", priority: "urgent" }); // on the first page
    const page = await pageOf(ada, undefined, { serviceWorkers: "block" }); // the worker would have everything cached
    const own = page.waitForResponse(/\/builds\/meta\//); // loads a second after the page; not part of the next
    const live = page.waitForResponse(/\/live-[^/]*\.js$/); // neither is the script for live updates
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
    // The browser aborts responses that a page stops reading; their bytes were transferred all the same.
    network.on("Network.loadingFailed", ({ requestId }) => count(requestId));
    await page.getByRole("link", { name: "The lift hums" }).click();
    await page.getByRole("heading", { name: "The lift hums" }).waitFor();
    await expect
      .poll(() => arrived.map((url) => /[?&/](_routes=root|presence)$/.exec(url)?.[1]))
      .toEqual(
        expect.arrayContaining(["_routes=root", "presence"]), // the session, and a task's last request
      );
    await page.waitForTimeout(2_000); // without any input
    expect(new URL(page.url()).pathname).toBe(`/tasks/${id}`);
    expect(arrived.filter((url) => BRINGS_FORMS.test(url))).toEqual([]);
    const { Script: scripts = 0, Stylesheet: sheets = 0, ...others } = sizes;
    expect(scripts).toBeGreaterThan(5 * KIB);
    expect(sheets).toBe(0);
    const rest = Object.values(others).reduce((sum, size) => sum + size, 0);
    expect(scripts + rest).toBeLessThan(25 * KIB);
  });

  test("loads a task form's script when the form is touched, and not before", async () => {
    const { id } = await aTask(server.db, { title: "The bell rings" });
    const page = await pageOf(await anAgent(server.db), undefined, { serviceWorkers: "block" });
    await page.clock.install();
    await page.goto(`/tasks/${id}`);
    await waitForScripts(page);
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

  test.each(["Home", "Search", "Notifications", "People"])("opens %s in less than 25 KiB", async (name) => {
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
    await page.waitForTimeout(300); // prefetches
    await expect.poll(() => total).toBeGreaterThan(KIB);
    expect(total).toBeLessThan(25 * KIB);
  });
});

describe("a requester's task page", () => {
  const { server, pageOf } = openDesk({ keepFolded: true });

  test("is complete after a navigation, and works after a full load", async () => {
    const { id, requester } = await aTask(server.db, { title: "The lift hums" });
    const buttonsOf = async (who: { id: number }) => {
      const page = await pageOf(who, "/tasks");
      await page.getByRole("link", { name: "The lift hums" }).click();
      await page.getByRole("heading", { name: "The lift hums" }).waitFor();
      // An agent's form starts closed, with its buttons hidden behind the tab.
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
