import { scryptSync } from "node:crypto";
import { describe, expect, test, vi } from "vitest";

// The real scrypt, counted: an unknown user must cost one derivation, too, and a clock can't prove that.
const derivations = vi.hoisted(() => ({ count: 0 }));
vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  const scrypt = (...args: unknown[]) => {
    derivations.count++;
    return (crypto.scrypt as (...args: unknown[]) => void)(...args);
  };
  return { ...crypto, scrypt };
});

const { hashPassword, verifyPassword } = await import("~/features/auth/password.server");

async function derivationsOf(work: () => Promise<unknown>) {
  const before = derivations.count;
  await work();
  return derivations.count - before;
}

describe("a password", () => {
  test("matches only its own hash, which is salted", async () => {
    const [one, other] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
    expect(one).not.toBe(other);
    expect(await verifyPassword("correct horse", one)).toBe(true);
    expect(await verifyPassword("Correct horse", one)).toBe(false);
  });

  test("is taken as is, blanks included (behaviour 1.10)", async () => {
    const hash = await hashPassword(" blank ");
    expect(await verifyPassword("blank", hash)).toBe(false);
    expect(await verifyPassword(" blank ", hash)).toBe(true);
  });

  test("is stored with its cost, so older hashes keep working when the cost grows", async () => {
    expect(await hashPassword("x")).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
    const salt = Buffer.from("0123456789abcdef");
    const key = scryptSync("cheap", salt, 32, { N: 2 ** 10, r: 4, p: 1 });
    const older = `$scrypt$ln=10,r=4,p=1$${salt.toString("base64url")}$${key.toString("base64url")}`;
    expect(await verifyPassword("cheap", older)).toBe(true);
    expect(await verifyPassword("dear", older)).toBe(false);
  });

  test("never matches for a user without one, and the check costs the same (behaviour 1.10)", async () => {
    const hash = await hashPassword("x");
    expect(await derivationsOf(() => verifyPassword("y", hash))).toBe(1);
    expect(await derivationsOf(() => verifyPassword("y", null))).toBe(1);
    for (const stored of [null, "", "not a hash", "$scrypt$ln=31,r=99,p=1$AAAA$AAAA"]) {
      expect(await verifyPassword("", stored)).toBe(false);
    }
  });

  test("is checked correctly when many checks run at once", async () => {
    const hash = await hashPassword("x");
    const answers = await Promise.all(["x", "a", "x", "b", "x"].map((guess) => verifyPassword(guess, hash)));
    expect(answers).toEqual([true, false, true, false, true]);
  });
});
