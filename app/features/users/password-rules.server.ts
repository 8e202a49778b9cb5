import { randomInt } from "node:crypto";
import { codePoints } from "~/lib/text";
import { USER_LIMITS } from "./users";
import * as say from "./users-copy";

/** Letters and digits that look different from each other in every typeface. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** A random password that can be read out over the phone: "k7fm-x2pq-…", 80 bits. */
export function generatePassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

/**
 * Error message for a new password; null if it's fine. Never trims or changes the password. Refuses a name, an address or a
 * common password only as a whole: as part of a longer password it's fine.
 */
export async function passwordProblem(
  password: string,
  { email, name }: { email: string | null; name: string },
): Promise<string | null> {
  const length = codePoints(password);
  if (length === 0) return say.enterAPassword;
  if (length < USER_LIMITS.passwordMin) return say.passwordTooShort(USER_LIMITS.passwordMin);
  if (length > USER_LIMITS.passwordMax) return say.passwordTooLong(USER_LIMITS.passwordMax);
  if (/^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u.test(password)) return say.passwordIsBlank;
  if (new Set(password.normalize("NFKC").toLowerCase()).size === 1) return say.passwordIsOneCharacter;
  if (email !== null && isSame(password, email, email.replace(/@[^@]*$/, ""))) return say.passwordIsTheAddress;
  if (isSame(password, name)) return say.passwordIsTheName;
  return (await isCommon(password)) ? say.passwordIsCommon : null;
}

/** Ignores case, spaces and punctuation: "ada.lovelace" is the name of Ada Lovelace. */
function isSame(password: string, ...others: string[]): boolean {
  const bare = (text: string) =>
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{S}]/gu, "");
  return others.some((other) => bare(other) !== "" && bare(other) === bare(password));
}

/** Runs of neighbouring keys or letters, in both directions and from any point. */
const ROWS = [
  "0123456789",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "asdfghjkl",
  "zxcvbnm",
];
const RUNS = ROWS.flatMap((row) => [row, [...row].reverse().join("")]).map((row) => row.repeat(13));

/** Digits and signs that stand for letters; "1" and "!" can be an i or an l. */
const AS_LETTERS: Record<string, string> = {
  ...{ "0": "o", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g" },
  ...{ "@": "a", $: "s", "+": "t" },
};

/**
 * Whether a password is one that attackers try first, or a small variation: different case, digits and punctuation around it,
 * digits for letters, or repeated. If the characters around it make up more than half, they have to be common themselves.
 */
async function isCommon(password: string): Promise<boolean> {
  const common = await commonPasswords();
  const isKnown = (text: string) =>
    [text, unitOf(text)].some((part) => common.has(part) || RUNS.some((run) => part.length > 2 && run.includes(part)));

  const whole = password.normalize("NFKC").toLowerCase();
  if (isKnown(whole) || withLetters(whole).some(isKnown)) return true;
  const [, before = "", core = "", after = ""] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su.exec(whole) ?? [];
  const around = before + after;
  const digits = around.replace(/\D/g, "");
  const isTrivial =
    2 * core.length >= whole.length || unitOf(around).length === 1 || (digits !== "" && isKnown(digits));
  return isTrivial && [core, ...withLetters(core)].some(isKnown);
}

/** "abcabc" is "abc" twice. */
function unitOf(text: string): string {
  const again = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, again < 1 ? text.length : again);
}

const withLetters = (text: string) =>
  ["i", "l"].map((one) =>
    text.replace(/[^\p{L}]/gu, (sign) => (/[1!|]/.test(sign) ? one : (AS_LETTERS[sign] ?? sign))),
  );

let known: Promise<ReadonlySet<string>> | undefined;

/** Half a megabyte, so it is loaded when the first password is set, and never sent to a browser. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  known ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].map((word) => word.toLowerCase())),
  );
  return known;
}
