import { chromium } from "playwright";

/** Starts the Chromium that CHROMIUM_PATH names, or Playwright's own. */
export function launchChromium() {
  const executablePath = process.env.CHROMIUM_PATH;
  return chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] });
}
