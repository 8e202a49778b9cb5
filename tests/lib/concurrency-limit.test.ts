import { describe, expect, test } from "vitest";
import { limiterPerKey, TooManyWaiting, turns } from "~/lib/concurrency-limit";

/** Work that ends when it is told to. */
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

describe("turns", () => {
  test("run so many at once, the others in the order they came", async () => {
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

  test("pass on from one that failed, and are free again afterwards", async () => {
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
  test("takes waiting work out of the queue, and keeps other work from entering it", async () => {
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

  test("changes nothing for work that has begun", async () => {
    const [log, inTurn, gone] = [[] as string[], turns(1), new AbortController()];
    const [a, b] = ["a", "b"].map((name) => work(log, name)) as [Work, Work];
    const [first, second] = [inTurn(a.run), inTurn(b.run, gone.signal)];
    a.end();
    await settle();
    gone.abort();
    b.end();
    expect(await Promise.all([first, second])).toEqual(["a", "b"]);
  });

  test("makes room for other waiting work of the key", async () => {
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

describe("turns per key", () => {
  test("run so many of each at once, keep others waiting in order, and refuse what goes beyond", async () => {
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
