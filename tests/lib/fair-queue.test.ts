import { describe, expect, test } from "vitest";
import { Busy, fairQueue } from "~/lib/fair-queue";

/** A queue whose work ends on demand, and the order in which work started. */
function aQueue(mostWaiting: number) {
  const run = fairQueue({ atOnce: 1, mostWaiting });
  const began: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (key: string, name = key, trusted = false) =>
    run({ key, trusted }, () => {
      began.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    }).catch((error) => {
      if (!(error instanceof Busy)) throw error;
      refused.push(name);
    });
  async function all() {
    while (ends.length > 0) {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return began;
  }
  return { ask, all, began, refused };
}

describe("a fair queue", () => {
  test("gives each lane its turn, however much another lane sends", async () => {
    const { ask, all } = aQueue(10);
    for (const name of ["a1", "a2", "a3"]) void ask("a", name);
    for (const name of ["b1", "b2"]) void ask("b", name);
    void ask("c", "c1");
    expect(await all()).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
  });

  test("evicts work of the longest lane for a shorter one, and refuses work if no lane is longer", async () => {
    const { ask, all, refused } = aQueue(4);
    void ask("running");
    for (const name of ["a1", "a2", "a3", "a4", "a5"]) void ask("a", name);
    for (const name of ["b1", "b2", "b3"]) void ask("b", name);
    for (const key of ["c", "d", "e"]) void ask(key); // from d on, no lane has more than one
    await new Promise((resolve) => setImmediate(resolve));
    expect(refused).toEqual(["a5", "a4", "a3", "b3", "a2", "b2", "e"]);
    expect(await all()).toEqual(["running", "a1", "b1", "c", "d"]);
  });

  test("accepts trusted work even when it is full of other work, one job per lane", async () => {
    const { ask, all, refused } = aQueue(2);
    for (const key of ["running", "a", "b", "c"]) void ask(key);
    void ask("known", "known", true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(refused).toEqual(["c"]);
    expect(await all()).toEqual(["running", "known", "a", "b"]);
  });

  test("alternates between trusted and other work, however much of either waits", async () => {
    const { ask, all } = aQueue(10);
    void ask("running");
    for (const key of ["known1", "known2", "known3", "known4"]) void ask(key, key, true);
    for (const key of ["a", "b"]) void ask(key);
    expect(await all()).toEqual(["running", "known1", "a", "known2", "b", "known3", "known4"]);
  });

  test("continues after work that fails", async () => {
    const run = fairQueue({ atOnce: 1, mostWaiting: 1 });
    const lane = { key: "a", trusted: false };
    const failing = run(lane, () => Promise.reject(new Error("no")));
    const next = run(lane, () => Promise.resolve("yes"));
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });
});
