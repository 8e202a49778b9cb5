import fc from "fast-check";
import { expect, test } from "vitest";
import { answerKind } from "~/features/mail/notices/notice-headers.server";
import {
  bounceKey,
  keyIn,
  readBounceKey,
  readSignedKey,
  signedKey,
  withKey,
} from "~/features/mail/threading/signed-address.server";
import { DAY_MS } from "~/lib/durations";

const place = fc.record({
  taskId: fc.integer({ min: 1, max: 999_999_999 }),
  userId: fc.integer({ min: 0, max: 0xffff_ffff }),
  kind: fc.constantFrom("reply" as const, "note" as const),
  madeAt: fc.integer({ min: 0, max: 65_535 }).map((day) => day * DAY_MS),
});

test("a signed address keeps task, person, kind and day, even in capitals", () => {
  fc.assert(
    fc.property(place, (made) => {
      const address = withKey("help@one.example", signedKey(made));
      expect(readSignedKey(keyIn(address.toUpperCase()) ?? "")).toEqual(made);
    }),
  );
});

test("a signed address with one letter changed is rejected", () => {
  fc.assert(
    fc.property(place, fc.nat(), fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz234567"), (made, at, letter) => {
      const key = signedKey(made);
      const start = key.indexOf(".") + 1;
      const index = start + (at % (key.length - start));
      fc.pre(key[index] !== letter);
      expect(readSignedKey(key.slice(0, index) + letter + key.slice(index + 1))).toBeNull();
      expect(readSignedKey(key.replace(/^\d+/, String((made.taskId % 999_999_998) + 1)))?.taskId).not.toBe(
        (made.taskId % 999_999_998) + 1,
      );
    }),
  );
});

test("an answer to a mail signed with another secret counts as a note, not a public reply", () => {
  const key = signedKey({ taskId: 7, userId: 1, kind: "reply", madeAt: 0 });
  expect(answerKind(`${key}.id@one.example`)).toBe("reply");
  expect(answerKind(`7.${"a".repeat(24)}.id@one.example`)).toBe("note");
});

test("a key is added to an address only if its local part stays within 64 bytes", () => {
  const key = signedKey({ taskId: 999_999_999, userId: 1, kind: "note", madeAt: 0 });
  const long = `${"x".repeat(40)}@one.example`;
  expect(withKey(long, key)).toBe(long);
  expect(withKey("helpdesk-international@one.example", key)).toMatch(
    /^helpdesk-international\+999999999\.[a-z2-7]{24}@one/,
  );
});

test("a bounce address names its delivery, and a forged one is rejected", () => {
  expect(readBounceKey(bounceKey(77).toUpperCase())).toBe(77);
  expect(readBounceKey(bounceKey(77).replace("b77", "b78"))).toBeNull();
  expect(readBounceKey("b77.aaaaaaaaaaaaa")).toBeNull();
});
