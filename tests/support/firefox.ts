import puppeteer from "puppeteer-core";
import type { DrivenPage } from "./driven-page";

/** Starts a separate Firefox, driven over WebDriver BiDi. */
export async function openFirefox(executablePath: string, { javaScriptEnabled = true } = {}): Promise<DrivenPage> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    extraPrefsFirefox: { "javascript.enabled": javaScriptEnabled, "ui.prefersReducedMotion": 1 },
    defaultViewport: { width: 1280, height: 800 },
  });
  const page = await browser.newPage();
  return {
    goto: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    evaluate: (run, ...args) => page.evaluate(run as (...args: unknown[]) => unknown, ...args) as Promise<never>,
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    close: () => browser.close(),
  };
}
