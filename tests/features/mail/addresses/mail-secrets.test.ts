import { expect, test } from "vitest";
import { decryptSecrets, encryptSecrets } from "~/features/mail/addresses/mail-secrets.server";

const SECRET = "a secret of at least thirty-two characters";
const secrets = { imapPassword: "pä\u{1f511} word", clientSecret: "c" };

test("secrets decrypt to the original, and never encrypt to the same text twice", () => {
  const [one, two] = [encryptSecrets(secrets, SECRET), encryptSecrets(secrets, SECRET)];
  expect(decryptSecrets(one, SECRET)).toEqual(secrets);
  expect(one).not.toBe(two);
  expect(one).not.toContain("word");
  expect(decryptSecrets(encryptSecrets(secrets))).toEqual(secrets);
});

test("an empty set of secrets is stored as an empty string", () => {
  expect(encryptSecrets({}, SECRET)).toBe("");
  expect(decryptSecrets("", SECRET)).toEqual({});
});

test("decrypting with another SESSION_SECRET or damaged text returns null and never throws", () => {
  const text = encryptSecrets(secrets, SECRET);
  expect(decryptSecrets(text, `${SECRET}!`)).toBeNull();
  for (let at = 0; at < text.length; at += 7) {
    expect(decryptSecrets(text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1), SECRET)).toBeNull();
  }
  for (const wrong of ["v1.", "v1.AAAA", "v2.AAAA", "{}", text.slice(0, -8), `${text}AAAA`, "\0"]) {
    expect(decryptSecrets(wrong, SECRET), wrong).toBeNull();
  }
});
