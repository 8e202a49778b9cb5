import { expect, test } from "vitest";
import { limitBody } from "~/http/body-limit.server";

test("a request whose body is counted keeps the signal that says when nobody waits any more", () => {
  const gone = new AbortController();
  // As `npm start` makes requests: with the signal itself, of which Node's own part of them knows nothing.
  class Made extends Request {
    override get signal() {
      return gone.signal;
    }
  }
  const body = new ReadableStream({ pull: (controller) => controller.close() });
  const counted = limitBody(new Made("http://desk/", { method: "POST", body, duplex: "half" } as RequestInit), 10);
  expect(counted.signal.aborted).toBe(false);
  gone.abort();
  expect(counted.signal.aborted).toBe(true);
});
