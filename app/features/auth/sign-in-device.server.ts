import { randomBytes, timingSafeEqual } from "node:crypto";
import { readCookie, setCookie } from "~/http/cookies.server";
import { DAY_MS } from "~/lib/durations";
import { keyedDigest } from "~/lib/keyed-digest.server";
import { cookiesOf } from "./auth-cookies.server";

/*
 * Marks a browser that has signed in to an account, so that strangers guessing its password don't slow its owner down.
 *
 * Shape   "<id>.<mark>.<mark>": 128 random bits of this browser, and a mark for each account, newest first. A mark is a
 *         keyed digest of id, account and password hash. It identifies no one, grants no access, and ends with the password.
 */

/** The longest time browsers keep a cookie. */
const KEPT_MS = 400 * DAY_MS;
const MOST_ACCOUNTS = 5;
const ID_BYTES = 16;
const ID = /^[\w-]{22}$/;
const MARK = /^[0-9a-f]{24}$/;

export type Account = { id: number; passwordHash: string | null };

/** This browser's key for the account if it has signed in here before; otherwise null. */
export function knownDevice(request: Request, account: Account): string | null {
  const device = deviceIn(request);
  return device?.marks.some((mark) => same(mark, markOf(device.id, account))) ? `${device.id} ${account.id}` : null;
}

/** Cookie that adds the account to this browser's marks. */
export function deviceCookie(request: Request, account: Account, now: number): string {
  const { id, marks } = deviceIn(request) ?? { id: randomBytes(ID_BYTES).toString("base64url"), marks: [] };
  const mark = markOf(id, account);
  const kept = [mark, ...marks.filter((other) => other !== mark)].slice(0, MOST_ACCOUNTS);
  const { device, secure } = cookiesOf(request);
  return setCookie(device, [id, ...kept].join("."), { secure, expires: now + KEPT_MS });
}

function deviceIn(request: Request) {
  const [id = "", ...marks] = (readCookie(request, cookiesOf(request).device) ?? "").split(".");
  const isOurs = ID.test(id) && marks.every((mark) => MARK.test(mark)) && marks.length <= MOST_ACCOUNTS;
  return isOurs ? { id, marks } : null;
}

const markOf = (device: string, { id, passwordHash }: Account) =>
  keyedDigest("device", JSON.stringify([device, id, passwordHash]));

const same = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));
