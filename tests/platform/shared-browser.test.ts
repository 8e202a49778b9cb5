import { expect, onTestFinished, test, vi } from "vitest";
import { openBrowser } from "../support/browser";

const newPage = openBrowser();

test("the next page retries a browser that didn't start, and pages share the one that did", async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("HEADLESS_SHELL_PATH", "/nowhere/chromium");
  await expect(newPage()).rejects.toThrow("/nowhere/chromium");
  vi.unstubAllEnvs();
  const [one, other] = await Promise.all([newPage(), newPage()]);
  expect(one.context().browser()).toBe(other.context().browser());
});
