/** `npm run screenshots` takes the README's pictures, docs/screenshots/*.png, of the desk `npm run demo` serves. */
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import type { Page } from "playwright";
import { createDemoDesk } from "./demo/desk";
import { launchChromium } from "./launch-chromium";

const FOLDER = "docs/screenshots";
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

type Shot = {
  name: string;
  who: "ada" | "jonas" | "lea";
  path: string;
  dark?: boolean;
  phone?: boolean;
  /** Runs on the page before the picture. */
  first?: (page: Page) => Promise<unknown>;
};

const openTask = (title: string | RegExp) => async (page: Page) => {
  await page.locator("main tbody").getByRole("link", { name: title }).first().click();
  await page.getByRole("region", { name: "Conversation" }).waitFor();
};

const SHOTS: Shot[] = [
  { name: "list", who: "ada", path: "/tasks" },
  { name: "list-dark", who: "ada", path: "/tasks", dark: true },
  { name: "list-phone", who: "ada", path: "/tasks", phone: true },
  { name: "home", who: "jonas", path: "/" },
  { name: "task", who: "ada", path: "/tasks?q=payroll&status=any", first: openTask(/Payroll/) },
  {
    name: "task-phone-dark",
    who: "ada",
    path: "/tasks?q=payroll&status=any",
    first: openTask(/Payroll/),
    phone: true,
    dark: true,
  },
  { name: "new-task", who: "ada", path: "/tasks/new" },
  { name: "search", who: "ada", path: "/search?q=vpn" },
  { name: "charts-dark", who: "ada", path: "/charts", dark: true },
  { name: "settings", who: "ada", path: "/settings/types" },
  { name: "request-phone", who: "lea", path: "/tasks?status=any", first: openTask(/\w{4}/), phone: true },
  { name: "requests", who: "lea", path: "/" },
];

async function take() {
  const { password, cast, serve } = await createDemoDesk();
  const server = serve({ PORT: process.env.PORT ?? "4499" }, "pipe");
  const origin = await new Promise<string>((resolve, reject) => {
    server.stdout?.on("data", (text) => {
      const address = /ready at (\S+)/.exec(String(text))?.[1];
      if (address) resolve(address);
    });
    server.once("exit", () => reject(new Error("The desk didn't start.")));
  });
  const browser = await launchChromium();
  mkdirSync(FOLDER, { recursive: true });
  try {
    for (const { name, who, path, dark = false, phone = false, first } of SHOTS) {
      const page = await browser.newPage({
        baseURL: origin,
        viewport: phone ? PHONE : DESKTOP,
        colorScheme: dark ? "dark" : "light",
        reducedMotion: "reduce",
        serviceWorkers: "block",
        ...(phone && { hasTouch: true, isMobile: true }),
      });
      await page.goto("/login");
      await page.getByLabel("Email").fill(cast[who].email ?? "");
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("heading", { name: "Home" }).waitFor();
      await page.goto(path);
      await first?.(page);
      await page.waitForLoadState("networkidle");
      await page.screenshot({ path: `${FOLDER}/${name}.png` });
      await page.context().close();
      console.log(`${FOLDER}/${name}.png`);
    }
  } finally {
    await browser.close();
    server.kill("SIGTERM");
    await once(server, "exit");
  }
}

await take();
