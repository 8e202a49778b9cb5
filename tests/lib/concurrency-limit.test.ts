import { describe, expect, test } from "vitest";
import { limiterPerKey, TooManyWaiting, turns } from "~/lib/concurrency-limit";

/** Work that runs until `end` is called. */
function work(log: string[], name: string) {
  let end: (error?: Error) => void = () => {};
  const ended = new Promise<string>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve(name));
  });
  return {
    end: (error?: Error) => end(error),
    run: () => {
      log.push(name);
      return ended;
    },
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("a concurrency limit", () => {
  test("runs a set number of jobs at once, and the others in the order they arrived", async () => {
    const [log, inTurn] = [[] as string[], turns(2)];
    const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => work(log, name)) as [Work, Work, Work, Work];
    const all = [a, b, c, d].map((one) => inTurn(one.run));
    await settle();
    expect(log).toEqual(["a", "b"]);
    b.end();
    await settle();
    expect(log).toEqual(["a", "b", "c"]);
    for (const one of [a, c, d]) one.end();
    expect(await Promise.all(all)).toEqual(["a", "b", "c", "d"]);
  });

  test("runs the next job after a failed one, and has a free slot again afterwards", async () => {
    const [log, inTurn] = [[] as string[], turns(1)];
    const [a, b, c] = ["a", "b", "c"].map((name) => work(log, name)) as [Work, Work, Work];
    const [first, second] = [inTurn(a.run), inTurn(b.run)];
    a.end(new Error("no"));
    await expect(first).rejects.toThrow("no");
    b.end();
    expect(await second).toBe("b");
    c.end();
    expect(await inTurn(c.run)).toBe("c");
  });
});

describe("an aborted signal", () => {
  test("removes waiting work from the queue, and rejects later work with the same signal", async () => {
    const [log, inTurn, gone] = [[] as string[], turns(1), new AbortController()];
    const [a, b, c] = ["a", "b", "c"].map((name) => work(log, name)) as [Work, Work, Work];
    const [first, second, third] = [inTurn(a.run), inTurn(b.run, gone.signal), inTurn(c.run)];
    gone.abort(new Error("gone"));
    await expect(second).rejects.toThrow("gone");
    await expect(inTurn(b.run, gone.signal)).rejects.toThrow("gone");
    a.end();
    await settle();
    expect(log).toEqual(["a", "c"]);
    c.end();
    expect(await Promise.all([first, third])).toEqual(["a", "c"]);
  });

  test("doesn't affect work that has started", async () => {
    const [log, inTurn, gone] = [[] as string[], turns(1), new AbortController()];
    const [a, b] = ["a", "b"].map((name) => work(log, name)) as [Work, Work];
    const [first, second] = [inTurn(a.run), inTurn(b.run, gone.signal)];
    a.end();
    await settle();
    gone.abort();
    b.end();
    expect(await Promise.all([first, second])).toEqual(["a", "b"]);
  });

  test("makes room for other waiting work with the same key", async () => {
    const [log, inTurnOf, gone] = [[] as string[], limiterPerKey<string>(1, 1), new AbortController()];
    const [a, b, c] = ["a", "b", "c"].map((name) => work(log, name)) as [Work, Work, Work];
    const [first, second] = [inTurnOf("ada", a.run), inTurnOf("ada", b.run, gone.signal)];
    gone.abort(new Error("gone"));
    await expect(second).rejects.toThrow("gone");
    const third = inTurnOf("ada", c.run);
    for (const one of [a, c]) one.end();
    expect(await Promise.all([first, third])).toEqual(["a", "c"]);
  });
});

describe("a concurrency limit per key", () => {
  test("runs a set number of jobs per key, queues the next in order, and rejects any beyond that", async () => {
    const [log, inTurnOf] = [[] as string[], limiterPerKey<string>(1, 1)];
    const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => work(log, name)) as [Work, Work, Work, Work];
    const [first, second] = [inTurnOf("ada", a.run), inTurnOf("ada", b.run)];
    await expect(inTurnOf("ada", c.run)).rejects.toThrow(TooManyWaiting);
    const other = inTurnOf("ben", d.run);
    await settle();
    expect(log).toEqual(["a", "d"]);
    for (const one of [a, b, c, d]) one.end();
    expect(await Promise.all([first, second, other])).toEqual(["a", "b", "d"]);
    expect(await inTurnOf("ada", c.run)).toBe("c");
  });
});

type Work = ReturnType<typeof work>;
