import { describe, expect, test } from "vitest";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openDesk } from "../support/desk";
import { anAdmin, anAgent, aRequester } from "../support/factories";
import { aPng } from "../support/pictures";

describe.each(JAVASCRIPT_MODES)("sites, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, newPage, pageOf } = openDesk({ engine, javaScriptEnabled });

  test("an admin sets the desk's name, colour and logo, which the sign-in page shows", async () => {
    const page = await pageOf(await anAdmin(server.db), "/settings");
    await page.getByRole("link", { name: "Sites" }).click();
    await page.getByRole("table", { name: "Sites" }).getByRole("link", { name: "localhost" }).click();
    await page.getByLabel("Name").fill("Harbour Help");
    await page.getByLabel("Colour", { exact: true }).fill("0B7285"); // accepted without its #
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Preview" }).click();
    const preview = page.getByRole("region", { name: "Preview" });
    await preview.getByText("Harbour Help").first().waitFor();
    await page.locator('link[href="/colours/0b7285.css?preview"]').waitFor({ state: "attached" });
    const fills = () =>
      preview.locator(".button").evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    // Light and dark buttons in the colour's hue, once they have faded in.
    const hued = async () => new Set((await fills()).filter((fill) => /^oklch\(0\.\d+ [\d.]+ 21\d/.test(fill)));
    await expect.poll(async () => (await hued()).size).toBe(2);
    expect(await page.title()).toBe("localhost | Localhost"); // nothing was saved

    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      page.getByLabel("Logo", { exact: true }).setInputFiles({ name, mimeType, buffer });
    await choose("logo.svg", "image/svg+xml", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"));
    await page.getByRole("button", { name: "Save site" }).click();
    await page.getByRole("alert").filter({ hasText: "Choose a PNG, WebP or JPEG image." }).first().waitFor();
    await choose("logo.png", "image/png", Buffer.alloc(300 * 1024, aPng(200, 200)));
    await page.getByRole("button", { name: "Save site" }).click();
    await page.getByRole("alert").filter({ hasText: "too large" }).first().waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("Harbour Help");
    await choose("logo.png", "image/png", aPng(200, 200));
    await page.getByRole("button", { name: "Save site" }).click();
    await page.getByRole("heading", { level: 1, name: "Sites" }).waitFor();
    expect(await page.title()).toBe("Sites | Harbour Help");

    const login = await newPage("/login");
    expect(await login.title()).toBe("Sign in | Harbour Help");
    const logo = login.locator("img.brand-mark");
    await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(200);
    const colour = await login.getByRole("button", { name: "Sign in" }).evaluate((one) => {
      return getComputedStyle(one).backgroundColor;
    });
    expect(colour).toMatch(/^oklch\(0\.\d+ [\d.]+ 21\d/); // the hue of the colour
    const manifest = await (await fetch(`${server.origin}/manifest.webmanifest`)).json();
    expect(manifest).toMatchObject({ name: "Harbour Help", theme_color: "#0b7285" });
    expect(manifest.icons).toEqual([
      { src: await logo.getAttribute("src"), sizes: "200x200", type: "image/png", purpose: "any" },
    ]);

    await page.getByRole("link", { name: "localhost" }).click();
    await page.getByRole("button", { name: "Reset site" }).click();
    await page.getByRole("heading", { level: 1, name: "Sites" }).waitFor();
    await expect.poll(() => page.title()).toBe("Sites | Localhost");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".toast, .flash-line").filter({ hasText: "Restored localhost" }).waitFor();
    const row = page.getByRole("row", { name: "localhost Harbour Help #0b7285 Custom" });
    await row.waitFor();
    expect(await page.title()).toBe("Sites | Harbour Help");
    await expect
      .poll(() => page.locator("img.brand-mark").evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBe(200);
  });

  test("the form from the setup checklist is titled 'Name and logo' and leads back to Home", async () => {
    const page = await pageOf(await anAdmin(server.db), "/settings/sites/localhost/edit?setup");
    await page.getByRole("heading", { level: 1, name: "Name and logo" }).waitFor();
    const picker = page.getByLabel("Pick a colour");
    if (javaScriptEnabled) {
      await page.getByLabel("Colour", { exact: true }).fill("#0b7285");
      await expect.poll(() => picker.inputValue()).toBe("#0b7285");
      await picker.fill("#1f6feb");
      expect(await page.getByLabel("Colour", { exact: true }).inputValue()).toBe("#1f6feb");
      await page.locator('link[href="/colours/1f6feb.css?preview"]').waitFor({ state: "attached" });
    } else expect(await picker.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Save site" }).click();
    await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
    await page.locator(".toast, .flash-line").filter({ hasText: "Name and logo saved" }).waitFor();
    await page.goto("/settings/sites/localhost/edit?setup");
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  });

  test("an admin adds a host; an invalid one gets an error", async () => {
    const page = await pageOf(await anAdmin(server.db), "/settings/sites/new");
    await page.getByLabel("Host").fill("two words");
    await page.getByLabel("Name").fill("Elsewhere");
    await page.getByRole("button", { name: "Add site" }).click();
    await page.getByRole("alert").filter({ hasText: "Enter a host," }).first().waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("Elsewhere");
    await page.getByLabel("Host").fill("https://Help.example.net/");
    await page.getByRole("button", { name: "Add site" }).click();
    await page.getByRole("row").filter({ hasText: "help.example.net" }).filter({ hasText: "Elsewhere" }).waitFor();
  });

  test("only admins open sites; unknown logos and colours are 404 without signing in", async () => {
    for (const who of [await anAgent(server.db), await aRequester(server.db)]) {
      const page = await pageOf(who);
      for (const path of ["", "/new", "/localhost/edit", "/_payload.json", "/localhost/edit/_payload.json"])
        expect((await page.goto(`/settings/sites${path}`))?.status(), path).toBe(403);
      for (const verb of ["removal", "restoration"]) {
        const headers = { origin: server.origin };
        const answer = await page.request.post(`/settings/sites/localhost/${verb}`, { headers });
        expect(answer.status(), verb).toBe(403);
      }
    }
    expect((await fetch(`${server.origin}/logos/${"0".repeat(64)}`)).status).toBe(404);
    for (const file of ["red.css", "1f6fe.css", "1f6feb}.css", "1f6feb00.css", "a1b2c3.css", "a1b2c3.css?preview"])
      expect((await fetch(`${server.origin}/colours/${file}`)).status, file).toBe(404);
  });
});
