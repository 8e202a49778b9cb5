import { describe, expect, test } from "vitest";
import { createPageMemory } from "~/shell/page-memory";

const ADA = 1;
const page = (address: string, person = ADA) => ({ address, person, data: { of: address } });

function aMemory() {
  const memory = createPageMemory();
  memory.setPerson(ADA);
  return memory;
}

describe("the page memory", () => {
  test("recalls a page once, for the history entry the browser goes to", () => {
    const memory = aMemory();
    memory.keep("k1", page("/tasks"));
    memory.keep("k2", page("/tasks/1"));
    expect(memory.recall("/tasks")).toBeUndefined(); // a link, not Back
    memory.returnTo("k1", "k2");
    expect(memory.has("/tasks")).toBe(true);
    expect(memory.has("/tasks/1")).toBe(false);
    expect(memory.recall("/tasks")?.data).toEqual({ of: "/tasks" });
    expect(memory.has("/tasks")).toBe(false);
    expect(memory.recall("/tasks")).toBeUndefined();
  });

  test("marks a recalled page as outdated, once, and no other page", () => {
    const memory = aMemory();
    memory.keep("k1", page("/tasks"));
    memory.returnTo("k1", "k2");
    memory.recall("/tasks");
    expect([memory.isOutdated("k1"), memory.isOutdated("k1")]).toEqual([true, false]);
    memory.returnTo("unknown", "k1");
    memory.recall("/users");
    expect(memory.isOutdated("unknown")).toBe(false);
  });

  test("recalls a page even if the previous page reports late that it was drawn", () => {
    const memory = aMemory();
    memory.keep("k1", page("/tasks"));
    memory.returnTo("k1", "k2");
    expect(memory.isOutdated("k2")).toBe(false);
    expect(memory.recall("/tasks")?.data).toEqual({ of: "/tasks" });
    expect(memory.isOutdated("k2")).toBe(false);
    expect(memory.isOutdated("k1")).toBe(true);
  });

  test("forgets an abandoned Back navigation", () => {
    const memory = aMemory();
    memory.keep("k1", page("/tasks"));
    memory.returnTo("k1", "k2");
    memory.isOutdated("k3"); // another page was drawn
    expect(memory.recall("/tasks")).toBeUndefined();
  });

  test("drops a page for good once text was typed on it", () => {
    const memory = aMemory();
    memory.keep("k1", page("/tasks/1"));
    memory.spend("k1");
    memory.keep("k1", page("/tasks/1"));
    memory.returnTo("k1", "k2");
    expect(memory.has("/tasks/1")).toBe(false);
  });

  test.each([
    ["another user signs in", 2],
    ["the user signs out", null],
  ])("forgets all pages when %s, and keeps no later ones", (_, next) => {
    const memory = aMemory();
    memory.keep("k1", page("/tasks"));
    memory.setPerson(next);
    memory.keep("k2", page("/tasks/1"));
    for (const key of ["k1", "k2"]) {
      memory.returnTo(key, "k3");
      expect(memory.has("/tasks") || memory.has("/tasks/1")).toBe(false);
    }
  });

  test("can show the current page again, even after text was typed on it", () => {
    const memory = aMemory();
    memory.keep("k1", page("/tasks/1"));
    memory.spend("k1");
    expect(memory.stay()).toBe("/tasks/1");
    expect(memory.recall("/tasks/1")?.data).toEqual({ of: "/tasks/1" });
    expect(memory.isOutdated("k2")).toBe(false); // the server couldn't be reached
    memory.setPerson(null);
    expect(memory.stay()).toBeUndefined();
  });

  test("keeps the last 30 pages", () => {
    const memory = aMemory();
    for (let n = 0; n <= 30; n++) memory.keep(`k${n}`, page(`/tasks/${n}`));
    memory.returnTo("k0", "k30");
    expect(memory.has("/tasks/0")).toBe(false);
    memory.returnTo("k1", "k2");
    expect(memory.has("/tasks/1")).toBe(true);
  });
});
