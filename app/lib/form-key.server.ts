import { randomUUID, timingSafeEqual } from "node:crypto";
import { keyedDigest } from "./keyed-digest.server";

/**
 * The request key of a form that is made for somebody: random, and it says for whom, which only we can write. So a form
 * that arrives after its session has ended is known to be theirs. A page with several forms adds "-" and the name of each.
 *
 * Shape  "<32 hex digits>-<person id in base 36>-<24 hex digits of an HMAC-SHA-256 over the rest>": at most 64 characters
 */
export function formKey(personId: number): string {
  const text = `${randomUUID().replaceAll("-", "")}-${personId.toString(36)}`;
  return `${text}-${macOf(text)}`;
}

/** For whom we made the form with this key; null for a key that is not from us. */
export function ownerOfKey(key: string): number | null {
  const [, text = "", id = "", mac = ""] =
    /^([0-9a-f]{32}-([0-9a-z]{1,6}))-([0-9a-f]{24})(?:-[a-z_]{1,15})?$/.exec(key) ?? [];
  if (text === "" || !timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(text)))) return null;
  return Number.parseInt(id, 36);
}

const macOf = (text: string) => keyedDigest("form", text);
