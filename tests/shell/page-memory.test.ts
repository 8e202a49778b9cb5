import { describe, expect, test } from "vitest";
import { createPageMemory } from "~/shell/page-memory";

const ADA = 1;
const page = (address: string, person = ADA) => ({ address, person, data: { of: address } });

function aMemory() {
  const memory = createPageMemory();
  memory.setPerson(ADA);
  return memory;
}

describe("pages one has seen", () => {
  test("are recalled once, for the entry of the history that the browser goes to", () => {
    const memory = aMemory();
    memory.keep("k1", page("/tasks"));
    memory.keep("k2", page("/tasks/1"));
    expect(memory.recall("/tasks")).toBeUndefined(); // a link, not the way back
    memory.returnTo("k1", "k2");
    expect(memory.has("/tasks")).toBe(true);
    expect(memory.has("/tasks/1")).toBe(false);
    expect(memory.recall("/tasks")?.data).toEqual({ of: "/tasks" });
    expect(memory.has("/tasks")).toBe(false);
    expect(memory.recall("/tasks")).toBeUndefined();
  });

  test("are outdated until the server was asked, and others are not", () => {
    const memory = aMemory();
    memory.keep("k1", page("/tasks"));
    memory.returnTo("k1", "k2");
    memory.recall("/tasks");
    expect([memory.isOutdated("k1"), memory.isOutdated("k1")]).toEqual([true, false]);
    memory.returnTo("unknown", "k1");
    memory.recall("/users");
    expect(memory.isOutdated("unknown")).toBe(false);
  });

  test("are there though the page one comes from tells late that it was drawn", () => {
    const memory = aMemory();
    memory.keep("k1", page("/tasks"));
    memory.returnTo("k1", "k2");
    expect(memory.isOutdated("k2")).toBe(false);
    expect(memory.recall("/tasks")?.data).toEqual({ of: "/tasks" });
    expect(memory.isOutdated("k2")).toBe(false);
    expect(memory.isOutdated("k1")).toBe(true);
  });

  test("a way back that somebody did not take leads nowhere later", () => {
    const memory = aMemory();
    memory.keep("k1", page("/tasks"));
    memory.returnTo("k1", "k2");
    memory.isOutdated("k3"); // another page has been arrived at
    expect(memory.recall("/tasks")).toBeUndefined();
  });

  test("are not those on which something was written", () => {
    const memory = aMemory();
    memory.keep("k1", page("/tasks/1"));
    memory.spend("k1");
    memory.keep("k1", page("/tasks/1"));
    memory.returnTo("k1", "k2");
    expect(memory.has("/tasks/1")).toBe(false);
  });

  test.each([
    ["signs in", 2],
    ["is left", null],
  ])("are gone when somebody else %s, and nothing of theirs is kept afterwards", (_, next) => {
    const memory = aMemory();
    memory.keep("k1", page("/tasks"));
    memory.setPerson(next);
    memory.keep("k2", page("/tasks/1"));
    for (const key of ["k1", "k2"]) {
      memory.returnTo(key, "k3");
      expect(memory.has("/tasks") || memory.has("/tasks/1")).toBe(false);
    }
  });

  test("the one in sight can stay as it is, also when something was written on it", () => {
    const memory = aMemory();
    memory.keep("k1", page("/tasks/1"));
    memory.spend("k1");
    expect(memory.stay()).toBe("/tasks/1");
    expect(memory.recall("/tasks/1")?.data).toEqual({ of: "/tasks/1" });
    expect(memory.isOutdated("k2")).toBe(false); // the server has just not been reached
    memory.setPerson(null);
    expect(memory.stay()).toBeUndefined();
  });

  test("are the last thirty", () => {
    const memory = aMemory();
    for (let n = 0; n <= 30; n++) memory.keep(`k${n}`, page(`/tasks/${n}`));
    memory.returnTo("k0", "k30");
    expect(memory.has("/tasks/0")).toBe(false);
    memory.returnTo("k1", "k2");
    expect(memory.has("/tasks/1")).toBe(true);
  });
});
