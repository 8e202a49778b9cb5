import { randomUUID, timingSafeEqual } from "node:crypto";
import { keyedDigest } from "./keyed-digest.server";

/**
 * Creates a form's request key: random, signed, and naming the person it was made for. This identifies a form that arrives
 * after its session has ended. A page with several forms adds "-" and each form's name.
 *
 * Shape  "<32 hex digits>-<person id in base 36>-<24 hex digits of an HMAC-SHA-256 over the rest>": at most 64 characters
 */
export function formKey(personId: number): string {
  const text = `${randomUUID().replaceAll("-", "")}-${personId.toString(36)}`;
  return `${text}-${macOf(text)}`;
}

/** Returns the id of the person a key was made for; null for a forged or foreign key. */
export function ownerOfKey(key: string): number | null {
  const [, text = "", id = "", mac = ""] =
    /^([0-9a-f]{32}-([0-9a-z]{1,6}))-([0-9a-f]{24})(?:-[a-z_]{1,15})?$/.exec(key) ?? [];
  if (text === "" || !timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(text)))) return null;
  return Number.parseInt(id, 36);
}

const macOf = (text: string) => keyedDigest("form", text);
