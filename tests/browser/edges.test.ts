import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { addNote } from "~/features/conversation/task-reply.server";
import { openDesk, waitForScripts } from "../support/desk";
import { edgeCaseContent } from "../support/edge-case-content";
import { aCustomField, aKey, anAgent, aRequester, aTask, NOON } from "../support/factories";

/** The visible faults of the page, a sentence each. Runs in the browser. `coarse`: whether it's a touch screen. */
function wrongInSight(coarse: boolean): string[] {
  const root = document.documentElement;
  const said = (element: Element) =>
    `<${element.localName} class="${element.className}"> ${element.textContent?.slice(0, 30)}`;
  const wrong: string[] = [];
  if (matchMedia("(pointer: coarse)").matches !== coarse) wrong.push("has the wrong pointer type");
  if (root.scrollWidth > root.clientWidth) wrong.push(`scrolls sideways by ${root.scrollWidth - root.clientWidth} px`);

  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest(".unseen, .skip-link, .composer-peek, table > thead") &&
    ![element, element.parentElement].some((one) => one && getComputedStyle(one).clipPath !== "none");

  /**
   * The boxes around a text: which one clips it, whether that shows (an ellipsis, a title or scrolling), and which one
   * is sticky or fixed above scrolled content.
   */
  function around(text: Element) {
    let [cut, says, stays]: [DOMRect | null, boolean, Element | null] = [null, false, null];
    for (let box: Element | null = text; box && box !== document.body; box = box.parentElement) {
      const { overflowX, textOverflow, position } = getComputedStyle(box);
      if (overflowX !== "visible") cut ??= box.getBoundingClientRect();
      says ||= ["auto", "scroll"].includes(overflowX) || textOverflow === "ellipsis" || box.hasAttribute("title");
      if (["sticky", "fixed"].includes(position)) stays ??= box;
    }
    return { cut, says, stays };
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lines: { box: DOMRect; of: Element; stays: Element | null }[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const of = text.parentElement;
    if (!of || !text.nodeValue?.trim() || of.closest("script, style, noscript, option, svg, textarea") || !isSeen(of))
      continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    const { cut, says, stays } = around(of);
    for (const box of boxes) {
      const line = of.closest(".row-note, .row-tags")?.closest(".row-name")?.getBoundingClientRect();
      if (line && box.top >= line.bottom - 1) continue; // wrapped out of sight
      if (cut && says) {
        const [left, right] = [Math.max(box.left, cut.left), Math.min(box.right, cut.right)]; // its visible part
        [box.x, box.width] = [left, right - left];
      }
      if (!says || (cut && box.width > 2 && box.right > cut.left + 2)) lines.push({ box, of, stays });
      if (says) continue;
      if (box.right > root.clientWidth + 1 || box.left < -1) wrong.push(`leaves the window: ${said(of)}`);
      if (cut && (box.right > cut.right + 1 || box.left < cut.left - 1)) wrong.push(`is cut: ${said(of)}`);
    }
  }
  lines.sort((a, b) => a.box.top - b.box.top);
  lines.forEach(({ box, of, stays }, at) => {
    for (const other of lines.slice(at + 1)) {
      if (other.box.top > box.bottom - 4) break;
      const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      if (across > 2 && other.of !== of && other.stays === stays)
        wrong.push(`lies over another: ${said(of)} | ${said(other.of)}`);
    }
  });

  for (const control of document.querySelectorAll("a, button, input, select, textarea, summary")) {
    const isInLine = control.matches("a") && ["inline", "inline-block"].includes(getComputedStyle(control).display);
    // Links inside sentences are exempt. A row's link is as large as the row, and its checkbox lies within.
    if (!isSeen(control) || isInLine || control.matches(".row-link, [type=checkbox]")) continue;
    const { width, height } = control.getBoundingClientRect();
    if (width === 0 || control.closest("label")) continue;
    const least = coarse && control.matches(".button, .input, main summary, nav a") ? 44 : 24;
    if (height < least - 0.5 || width < 23.5)
      wrong.push(`is too small, ${Math.round(width)} × ${Math.round(height)}: ${said(control)}`);
  }
  return [...new Set(wrong)];
}

/** Controls that a click at their centre would miss, each with the element on top. Runs in the browser. */
function coveredControls(): string[] {
  const covered: string[] = [];
  for (const control of document.querySelectorAll<HTMLElement>("a, button, input, select, textarea, summary")) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (control.matches(".row-tags a")) continue; // may wrap out of sight; not in the tab order
    if (control.closest(".unseen, .skip-link, .composer-peek, svg") || getComputedStyle(control).clipPath !== "none")
      continue;
    control.scrollIntoView({ block: "center", inline: "nearest" });
    let { left, top, right, bottom } = control.getClientRects()[0] ?? control.getBoundingClientRect();
    for (let box = control.parentElement; box; box = box.parentElement) {
      const { overflowX, display } = getComputedStyle(box);
      if (overflowX === "visible" || display === "contents") continue;
      const edge = box.getBoundingClientRect(); // clips a long name, and scrolls a long row
      [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
    }
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isHit = hit && (control.contains(hit) || hit.closest("label")?.contains(control));
    if (!isHit) covered.push(`${control.outerHTML.slice(0, 100)} lies under ${hit?.outerHTML.slice(0, 100)}`);
  }
  return covered;
}

describe("extreme content", () => {
  const { server, pageOf } = openDesk();
  let hard: Awaited<ReturnType<typeof edgeCaseContent>>;

  beforeAll(async () => {
    hard = await edgeCaseContent(server.db);
  });

  const places = () => [
    ...["/", "/tasks", `/tasks/${hard.task}`, `/tasks/${hard.rightToLeft}`, "/tasks/new", "/search?q=ausnahme"],
    ...[
      "/users",
      `/users/${hard.admin.id}`,
      `/users/${hard.requester.id}`,
      "/organizations",
      `/organizations/${hard.organization}`,
    ],
    ...[
      "/settings",
      "/settings/teams",
      `/settings/teams/${hard.team}`,
      "/settings/fields",
      "/settings/types",
      "/settings/security-log",
    ],
    ...["/tasks/views", `/tasks/views/${hard.view}`, "/macros", `/macros/${hard.macro}`, "/notifications"],
    ...[
      `/tasks/${hard.task}/merge`,
      `/tasks/${hard.task}/split`,
      `/tasks/${hard.task}/relations`,
      `/tasks/${hard.task}/macros`,
    ],
    ...[`/tasks?view=${hard.view}`, `/no/such/${"page".repeat(40)}`],
  ];

  /** Window widths in pixels, and whether each is a touch screen. */
  const SCREENS: [width: number, coarse: boolean][] = [
    ...([
      [1920, false],
      [1280, false],
      [768, false],
      [390, true],
      [320, true],
    ] as [number, boolean][]),
  ];

  test("fits every page at every width, with controls large enough for mouse or finger", async () => {
    const page = await pageOf(hard.admin);
    const browser = await page.context().newCDPSession(page);
    const wrong: Record<string, string[]> = {};
    for (const place of places()) {
      await page.goto(place);
      await waitForScripts(page);
      for (const [width, coarse] of SCREENS) {
        await page.setViewportSize({ width, height: 900 });
        await browser.send("Emulation.setTouchEmulationEnabled", { enabled: coarse });
        const found = await page.evaluate(wrongInSight, coarse);
        if (found.length > 0) wrong[`${place} at ${width}`] = found;
      }
    }
    expect(wrong).toEqual({});
  });

  /** In Safari a table row can't contain an overlay. Static rows here reveal controls that depend on one. */
  test("each control of a table is clickable at its centre without positioned rows", async () => {
    const page = await pageOf(hard.admin, undefined, { bypassCSP: true });
    const wrong: Record<string, string[]> = {};
    for (const place of [
      ...["/", "/tasks", `/tasks?view=${hard.view}`, "/search?q=ausnahme", "/users", "/organizations", "/tasks/views"],
      ...["/macros", "/notifications", "/settings/teams", "/settings/fields", "/settings/types", "/settings/sites"],
    ]) {
      await page.goto(place);
      await waitForScripts(page);
      await page.addStyleTag({ content: "tr { position: static !important; }" });
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const covered = await page.evaluate(coveredControls);
        if (covered.length > 0) wrong[`${place} at ${width}`] = covered;
      }
    }
    expect(wrong).toEqual({});
  });

  test("a field offers 8 of 2,000 tags in under 1 KiB, and a row shows two of its twenty", async () => {
    const page = await pageOf(hard.admin, `/tasks/${hard.rightToLeft}`);
    await waitForScripts(page);
    const answer = page.waitForResponse(/\/tasks\/tags\?.*kind-/);
    await page.getByRole("form", { name: "Task" }).getByLabel("Tags").pressSequentially("kind-");
    expect((await (await answer).body()).length).toBeLessThan(1024);
    await page.getByRole("option", { name: "kind-0007" }).waitFor();
    expect(await page.getByRole("option").filter({ hasText: "kind-" }).count()).toBe(8);

    await page.goto("/tasks");
    const tags = page
      .getByRole("row")
      .filter({ hasText: `#${hard.task}` })
      .locator(".tag");
    expect([await tags.count(), await tags.last().innerText()]).toEqual([3, "+18"]);
    await page.goto(`/tasks/${hard.task}`);
    expect(await page.locator(".task-line .tag").count()).toBe(20);
  });
});

describe("visual adaptations", () => {
  const { server, pageOf } = openDesk();

  const paintOf = (page: Page, selector: string, pseudo?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, part) => {
        const { color, backgroundColor, borderBlockEndColor } = getComputedStyle(element, part);
        return { color, backgroundColor, borderBlockEndColor };
      }, pseudo);

  test.each(["light", "dark"] as const)("forced colours keep marks visible: %s", async (colorScheme) => {
    const [ada, jonas] = [await anAgent(server.db), await anAgent(server.db)];
    const { id } = await aTask(server.db, { assignee: ada, at: Date.now() });
    await addNote(server.db, jonas, id, { body: "Look at this.", requestKey: aKey() }, Date.now());
    const page = await pageOf(ada, "/tasks", { forcedColors: "active", colorScheme });
    await waitForScripts(page);
    const { backgroundColor: paper, color: ink } = await paintOf(page, "body");
    expect(paper).not.toBe(ink);
    expect((await paintOf(page, ".unread-mark", "::before")).backgroundColor).toBe(ink);
    expect((await paintOf(page, ".loading-bar")).backgroundColor).toBe(ink);
    for (const current of [".view-menu [aria-current]", ".sidebar-links [aria-current]"])
      expect(await page.locator(current).evaluate((link) => getComputedStyle(link).textDecorationLine)).toBe(
        "underline",
      );
  });

  test("high contrast draws text and lines in plain black", async () => {
    const page = await pageOf(await anAgent(server.db), "/tasks", { contrast: "more", colorScheme: "light" });
    expect((await paintOf(page, ".list-end")).color).toBe("rgb(0, 0, 0)");
    expect((await paintOf(page, "main .input")).borderBlockEndColor).toBe("rgb(0, 0, 0)");
  });

  test.each([1280, 390])(
    "a focused row shows full times that cover neither each other nor its title: %i px",
    async (width) => {
      const ada = await anAgent(server.db);
      await aTask(server.db, { title: `Full times ${width}`, assignee: ada, due: "2026-02-01" });
      const page = await pageOf(ada, "/tasks", { viewport: { width, height: 800 } });
      await waitForScripts(page);
      const row = page.getByRole("row").filter({ hasText: `Full times ${width}` });
      await row.getByRole("link", { name: /^Full times/ }).focus();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Shift+Tab");
      const { title, labels } = await row.evaluate((element) => {
        const labelOf = (time: HTMLElement) => {
          const holder = getComputedStyle(time).position === "static" ? time.offsetParent : time;
          const [around, own] = [holder?.getBoundingClientRect() ?? new DOMRect(), getComputedStyle(time, "::after")];
          const [left, top] = [around.left + Number.parseFloat(own.left), around.top + Number.parseFloat(own.top)];
          let isCut = false;
          for (let box = holder; box && !box.matches("main"); box = box.parentElement)
            isCut ||= getComputedStyle(box).overflowX !== "visible";
          return {
            ...{ left, top, isCut },
            ...{ right: left + Number.parseFloat(own.width), bottom: top + Number.parseFloat(own.height) },
          };
        };
        return {
          title: element.querySelector(".row-link")?.getBoundingClientRect().toJSON(),
          labels: [...element.querySelectorAll("time")].filter((time) => time.checkVisibility()).map(labelOf),
        };
      });
      expect(labels.length).toBeGreaterThanOrEqual(2);
      expect(labels.map(({ isCut }) => isCut)).toEqual(labels.map(() => false));
      const all = [title, ...labels];
      for (const [at, one] of all.entries()) {
        expect([one.left >= 0, one.right <= width]).toEqual([true, true]);
        for (const other of all.slice(at + 1)) {
          const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
          const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
          expect(across > 0 && down > 0, JSON.stringify([one, other])).toBe(false);
        }
      }
    },
  );

  test("on a phone a card shows its due date and whether it is overdue", async () => {
    const ada = await anAgent(server.db);
    await aTask(server.db, { title: "Late card", due: "2026-02-01" });
    await aTask(server.db, { title: "Early card", due: "2999-02-01" });
    await aTask(server.db, { title: "Card of no day" });
    const page = await pageOf(ada, "/tasks", { viewport: { width: 390, height: 800 } });
    const due = (title: string) => page.getByRole("row").filter({ hasText: title }).locator(".task-due");
    const words = (title: string) => due(title).evaluate((cell) => getComputedStyle(cell, "::before").content);
    expect([await words("Late card"), await words("Early card")]).toEqual(['"overdue: "', '"due "']);
    await due("Early card").getByText("1 Feb 2999").waitFor();
    expect(await due("Card of no day").isVisible()).toBe(false);
  });
});

describe("printing", () => {
  const { server, pageOf } = openDesk();

  test.each(["light", "dark"] as const)(
    "a task prints its conversation and fields in black, without controls: from a %s screen",
    async (colorScheme) => {
      const [ada, jonas] = [await anAgent(server.db, { name: "Ada" }), await anAgent(server.db, { name: "Jonas" })];
      const body = `See [the plan](https://harbour.example/plan), or https://harbour.example/bare\n\n    ${"a long line of code ".repeat(20)}`;
      const { id } = await aTask(server.db, {
        title: "On paper",
        body,
        assignee: ada,
        due: "2026-04-01",
        priority: "high",
      });
      await addNote(server.db, jonas, id, { body: "Nobody outside reads this.", requestKey: aKey() }, NOON);
      const page = await pageOf(ada, `/tasks/${id}`, { colorScheme });
      await waitForScripts(page);
      await page.emulateMedia({ media: "print", colorScheme });

      const note = page.getByRole("listitem").getByRole("article").filter({ hasText: "Nobody outside" });
      expect(await note.innerText()).toMatch(/Jonas\s+Internal note/);
      expect(await note.locator(".message-menu").isVisible()).toBe(false);
      const time = note.locator("time:not(.message-menu *)");
      const inFull = await time.evaluate((one) => getComputedStyle(one, "::after").content);
      expect(inFull).toBe('"2026-03-02T12:00:00Z"');
      expect(await note.evaluate((element) => getComputedStyle(element).breakInside)).toBe("avoid");
      expect(await note.evaluate((element) => getComputedStyle(element).color)).toBe("rgb(0, 0, 0)");

      const code = page.locator(".message-body pre");
      expect(await code.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      const behind = (name: string) =>
        page.getByRole("link", { name }).evaluate((link) => getComputedStyle(link, "::after").content);
      expect(await behind("the plan")).toContain("https://harbour.example/plan");
      expect(await behind("harbour.example/bare")).toBe("none");

      const fields = page.getByRole("complementary", { name: "Fields" });
      for (const field of ["Status", "Priority", "Assignee", "Due"])
        expect(await fields.getByLabel(field).isVisible(), field).toBe(true);
      expect(await fields.getByLabel("Title").isVisible()).toBe(false);
      for (const part of ["navigation", "search", "button"] as const) {
        const seen = page.getByRole(part).filter({ visible: true });
        expect(await seen.evaluateAll((all) => all.map((one) => one.outerHTML)), part).toEqual([]);
      }
      expect((await page.pdf()).subarray(0, 5).toString()).toBe("%PDF-");
    },
  );

  /** The width of A4 between margins of 1 cm. */
  const SHEET = { viewport: { width: 718, height: 1000 } };
  const onPaper = async (who: { id: number }, path: string) => {
    const page = await pageOf(who, path, SHEET);
    await waitForScripts(page);
    await page.emulateMedia({ media: "print" });
    return page;
  };

  test("a list prints all its columns within the sheet", async () => {
    const ada = await anAgent(server.db);
    await aTask(server.db, { title: "On a list", assignee: ada, due: "2026-04-01", priority: "high" });
    const page = await onPaper(ada, "/tasks");
    const table = page.getByRole("table", { name: "Tasks" });
    for (const name of ["Status", "Requester", "Assignee", "Priority", "Due", "Updated"])
      expect(await table.getByRole("columnheader", { name }).isVisible(), name).toBe(true);
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
  });

  test("a task prints whole links and nothing sticky, and a long message starts on the first page", async () => {
    const [ada, rita] = [await anAgent(server.db), await aRequester(server.db)];
    const { key } = await aCustomField(server.db, { label: "Where it is", kind: "url" });
    const link = `https://harbour.example/${"a-very-long-address/".repeat(12)}`;
    const { id } = await aTask(server.db, { requester: rita, assignee: ada, body: "A long story. ".repeat(400) });
    await server.db.insertInto("task_field").values({ task_id: id, key, value: link }).execute();
    const page = await onPaper(ada, `/tasks/${id}`);
    const field = page.locator(".field[data-value]").filter({ hasText: "Where it is" });
    expect(await field.evaluate((one) => getComputedStyle(one, "::after").content)).toBe(`"${link}"`);
    expect(await field.locator("input").isVisible()).toBe(false);
    const message = page.getByRole("article").filter({ hasText: "A long story." }).last();
    expect(await message.evaluate((one) => getComputedStyle(one).breakInside)).toBe("auto");
    const stuck = await page
      .locator("body *")
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility() && ["sticky", "fixed"].includes(getComputedStyle(one).position))
          .map((one) => one.className),
      );
    expect(stuck).toEqual([]);

    // A requester's empty fields print no boxes to fill in by hand.
    const { id: hers } = await aTask(server.db, { requester: rita });
    const paper = await onPaper(rita, `/tasks/${hers}`);
    expect(await paper.locator(".input").filter({ visible: true }).count()).toBe(0);
  });
});
