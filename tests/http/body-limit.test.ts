import { expect, test } from "vitest";
import { limitBody } from "~/http/body-limit.server";

test("a request with a limited body still passes on the client's abort", () => {
  const gone = new AbortController();
  const body = new ReadableStream({ pull: (controller) => controller.close() });
  const init = { method: "POST", body, duplex: "half", signal: gone.signal } as RequestInit;
  const counted = limitBody(new Request("http://desk/", init), 10);
  expect(counted.signal.aborted).toBe(false);
  gone.abort();
  expect(counted.signal.aborted).toBe(true);
});
