import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { addNote } from "~/features/conversation/task-reply.server";
import { openDemoDesk } from "../support/demo-pages";
import { openDesk } from "../support/desk";
import { aKey, anAdmin, anAgent, aTask } from "../support/factories";

/* With scripts, a refused form doesn't reload the page: errors must be reachable from its button, far below. */
describe("a refused form", () => {
  const { server, pageOf } = openDesk();

  /** Checks that a notice with the error has the focus and is in view. */
  async function saysWhatIsWrong(page: Page, sentence: string | RegExp) {
    const notice = page.locator(".notice:focus");
    await notice.getByRole("alert").getByText(sentence).waitFor();
    const isInSight = () =>
      notice.evaluate((it) => it.getBoundingClientRect().top >= 0 && it.getBoundingClientRect().bottom <= innerHeight);
    await expect.poll(isInSight).toBe(true);
  }

  test("links a new task's error to its field, on every attempt", async () => {
    const page = await pageOf(await anAgent(server.db), "/tasks/new", { viewport: { width: 1280, height: 420 } });
    const create = page.getByRole("button", { name: "Create task" });
    await page.getByLabel("Title").fill("A lamp");
    await page.getByLabel("Description").fill("Bright.");
    await page.getByLabel("Requester").fill("Nobody at all");
    for (let time = 1; time <= 2; time++) {
      await create.click();
      await saysWhatIsWrong(page, "No one has this name.");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByLabel("Requester").and(page.locator(":focus")).waitFor();
      await page.getByRole("alert").getByText("No one has this name.").waitFor(); // still readable
    }
  });

  test("shows the error for a person or a password", async () => {
    const taken = await anAgent(server.db);
    const page = await pageOf(await anAdmin(server.db), "/users/new");
    await page.getByLabel("Name").fill("Somebody");
    await page.getByLabel("Email").fill(taken.email ?? "");
    await page.getByRole("button", { name: "Create person" }).click();
    await saysWhatIsWrong(page, "Another person already uses this email address.");

    const other = await anAgent(server.db);
    await page.goto(`/users/${other.id}/edit`);
    await page.getByLabel("Email").fill(taken.email ?? "");
    await page.getByRole("button", { name: "Save person" }).click();
    await saysWhatIsWrong(page, "Another person already uses this email address.");

    await page.goto(`/users/${other.id}/password`);
    await page.getByLabel("New password").fill(other.email ?? "");
    await page.getByRole("button", { name: "Save password" }).click();
    await saysWhatIsWrong(page, /email address/);
  });

  test("focuses its only field, whether the user pressed the button or Enter", async () => {
    const { id } = await aTask(server.db);
    const page = await pageOf(await anAgent(server.db), `/tasks/${id}`);
    const copies = page.getByRole("region", { name: "In copy" });
    await copies.locator("summary", { hasText: "Add people" }).click();
    const who = copies.getByLabel("People");
    for (const [wrong, send] of [
      ["Nobody at all", () => copies.getByRole("button", { name: "Add" }).click()],
      ["No one else", () => who.press("Enter")],
    ] as const) {
      await who.fill(wrong);
      await page.evaluate(() => {
        const focused: string[] = [];
        Object.assign(window, { focused });
        document.addEventListener("focusin", ({ target }) => focused.push((target as HTMLInputElement).name));
      });
      const answer = page.waitForResponse((response) => response.request().method() === "POST");
      await send();
      await answer;
      await who.and(page.locator(":focus[aria-invalid=true]")).waitFor();
      const words = await page
        .locator(`[id="${(await who.getAttribute("aria-describedby"))?.split(" ").at(-1)}"]`)
        .innerText();
      expect(words).toMatch(/No one/);
      await expect
        .poll(() => page.evaluate(() => (window as never as { focused: string[] }).focused.at(-1)))
        .toBe("cc");
    }
  });

  test("shows the error for a split or a merge", async () => {
    const ada = await anAgent(server.db);
    const [{ id }, into] = [await aTask(server.db), await aTask(server.db)];
    const page = await pageOf(ada, `/tasks/${id}/split`);
    await page.getByRole("button", { name: "Split into a new task" }).click();
    await saysWhatIsWrong(page, /message/);

    await page.goto(`/tasks/${id}/merge?into=${into.id}`);
    await addNote(server.db, ada, id, { body: "Later.", requestKey: aKey() }, Date.now());
    await page.getByRole("button", { name: `Merge #${id} into #${into.id}` }).click();
    await saysWhatIsWrong(page, /One of these tasks has changed/);
  });
});

/* The markup every refusal needs for the above to work, with and without scripts. */
describe("every refused form of the product", () => {
  const desk = openDemoDesk();

  test("focuses an error, links it to its fields, and describes the error at each field", async () => {
    const page = await desk.pageOf(desk.cast.ada, "/healthz"); // a page of the same origin without our scripts
    const refused: string[] = [];
    const wrong: string[] = [];
    for (const path of await desk.pages()) {
      const answers = await page.evaluate(refusalsOf, path);
      for (const { form, faults } of answers) {
        refused.push(form);
        wrong.push(...faults.map((fault) => `${form}: ${fault}`));
      }
    }
    expect(wrong).toEqual([]);
    expect(new Set(refused).size).toBeGreaterThan(25);
  });
});

/** Submits each form of a page in the browser, once empty and once with nonsense. Returns faults in the refusals. */
async function refusalsOf(path: string) {
  const documentAt = async (address: string, init?: RequestInit) => {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, ...init });
    const html = answer.headers.get("content-type")?.startsWith("text/html") ? await answer.text() : "";
    return { status: answer.status, page: new DOMParser().parseFromString(html, "text/html") };
  };
  const typed = "input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), textarea, select";
  const sent = (form: HTMLFormElement, value: string) => {
    const data = new FormData(form);
    for (const { name } of form.querySelectorAll<HTMLInputElement>(typed)) if (name) data.set(name, value);
    const button = form.querySelector<HTMLButtonElement>("button[name]:not([formaction])");
    if (button && !form.querySelector("button:not([name])")) data.set(button.name, button.value);
    const body = form.enctype === "multipart/form-data" ? data : new URLSearchParams(data as never);
    return documentAt(form.getAttribute("action") || path, { method: "POST", body });
  };
  const faultsOf = (page: Document) => {
    const faults: string[] = [];
    const first = page.querySelector("main [autofocus]");
    if (!first?.matches(".notice[tabindex], [aria-invalid=true]"))
      faults.push("neither the notice nor an invalid field has the focus");
    for (const link of first?.querySelectorAll("a[href^='#']") ?? []) {
      const id = link.getAttribute("href")?.slice(1) ?? "";
      if (!page.getElementById(id)) faults.push(`“${link.textContent}” leads nowhere, to ${id}`);
    }
    for (const field of page.querySelectorAll("main [aria-invalid=true]")) {
      const described = (field.getAttribute("aria-describedby") ?? "").split(" ").map((id) => page.getElementById(id));
      if (!described.some((one) => one?.textContent)) faults.push(`no message describes the error of ${field.id}`);
    }
    for (const { id, textContent } of page.querySelectorAll("main .field-error")) {
      if (!page.querySelector(`[aria-describedby~="${id}"]`)) faults.push(`“${textContent}” belongs to no field`);
    }
    return faults;
  };

  const refusals: { form: string; faults: string[] }[] = [];
  const { page } = await documentAt(path);
  for (const form of page.querySelectorAll<HTMLFormElement>("main form[method=post]")) {
    if (!form.querySelector(typed)) continue;
    for (const value of ["", "x".repeat(5_000)]) {
      const { status, page: answer } = await sent(form, value);
      if (status < 400 || !answer.querySelector("main form")) continue;
      const name = form.getAttribute("aria-label") ?? form.querySelector("button")?.textContent ?? "";
      refusals.push({
        form: `${path} ${name}, ${status} to ${value.slice(0, 3) || "nothing"}`,
        faults: faultsOf(answer),
      });
    }
  }
  return refusals;
}
