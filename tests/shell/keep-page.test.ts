import { afterAll, describe, expect, test } from "vitest";
import { keepPage, revalidateIfAnswered, sentenceOf } from "~/shell/keep-page-on-failure";
import { saying } from "~/ui/lazy-toasts";

// Toasts load lazily. A load still running after the last test would fail in the next file.
afterAll(() => saying(() => {}));

const refused = (status: number, data: unknown, statusText = "") => ({ status, statusText, internal: false, data });

const request = { signal: new AbortController().signal };

describe("behaviour 4.3: errors of form submissions are toasts", () => {
  test.each([
    [
      "no network",
      new TypeError("Failed to fetch"),
      "The server couldn't be reached. What you typed is still here. Try again in a moment.",
    ],
    [
      "a server error",
      refused(500, { reference: "7" }),
      "Something went wrong on our side. What you typed is still here. Try again in a moment.",
    ],
    ["a refusal with a message", refused(403, "Only agents may do that."), "Only agents may do that."],
    [
      "a refusal with the entered text",
      refused(409, { message: "It was merged.", written: "Hello" }),
      "It was merged.",
    ],
    [
      "a page without access",
      refused(404, { message: "Page Not Found: /tasks/1", written: "Hello" }),
      "This no longer exists, or you don't have access. What you typed is still here. Copy it before you leave this page.",
    ],
    ["a refusal with only a status text", refused(413, null, "Content Too Large"), "Content Too Large"],
    ["a refusal without a message", refused(400, ""), "That didn't work. Try again."],
  ])("%s", (_, error, sentence) => {
    expect(sentenceOf(error)).toBe(sentence);
  });

  test.each([
    [new TypeError("Failed to fetch"), 503],
    [refused(409, "Somebody was quicker."), 409],
  ])("a failed submission keeps the page and returns the error status", async (error, status) => {
    const answer = await keepPage({ request, serverAction: () => Promise.reject(error) });
    expect(answer).toBeInstanceOf(Response);
    expect((answer as Response).status).toBe(status);
  });

  test.each([
    ["errors beside the fields", { actionStatus: 409, actionResult: { refusal: {} } }, true],
    ["a success", { actionResult: undefined }, true],
    ["a failure that kept the page", { actionStatus: 404, actionResult: null }, false],
    ["an unreachable server", { actionStatus: 503, actionResult: null }, false],
  ])("whether the page revalidates after %s", (_, answer, isLoaded) => {
    expect(revalidateIfAnswered(answer as Parameters<typeof revalidateIfAnswered>[0])).toBe(isLoaded);
  });

  test("answers and redirects pass through unchanged", async () => {
    const answer = { refusal: { errors: {} } };
    expect(await keepPage({ request, serverAction: async () => answer as never })).toBe(answer);
    const redirect = new Response(null, { status: 302 });
    await expect(keepPage({ request, serverAction: () => Promise.reject(redirect) })).rejects.toBe(redirect);
  });

  test("an aborted submission rethrows the abort instead of blaming the server", async () => {
    const abort = new DOMException("The user aborted a request.", "AbortError");
    const sentAgain = { request: { signal: AbortSignal.abort() }, serverAction: () => Promise.reject(abort) };
    await expect(keepPage(sentAgain)).rejects.toBe(abort);
  });
});
