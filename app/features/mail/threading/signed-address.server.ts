import { createHmac, timingSafeEqual } from "node:crypto";
import { DAY_MS } from "~/lib/durations";
import { secretOf, settings } from "~/lib/settings.server";

/*
 * Reply addresses: `help+1042.<signature>@…`. The signature covers the person it was made for and whether a reply
 * becomes a message or a note. So a task number alone, or another person's address, is useless. It is lower-case
 * base32, because mail servers fold case.
 */

/** Whether a reply to the address becomes a message of that person or an internal note. */
export type SignedKind = "reply" | "note";

/** `userId` is 0 in a Message-ID that several recipients share. */
export type SignedPlace = { taskId: number; userId: number; kind: SignedKind; madeAt: number };

/** Agents' addresses expire. Requesters' don't, because they reply to old mail. */
export const AGENT_ADDRESS_DAYS = 30;

const KINDS: readonly SignedKind[] = ["reply", "note"];
const MAC_BYTES = 8;
const CLAIM_BYTES = 7; // kind, person, day
/** The longest local part (RFC 5321, 4.5.3.1.1). */
const MAX_LOCAL_BYTES = 64;

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

function toBase32(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(value >> bits) & 31];
    }
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text;
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const letter of text) {
    value = ((value << 5) | ALPHABET.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 255);
  }
  return Buffer.from(bytes);
}

const macOf = (purpose: string, claim: string) =>
  createHmac("sha256", secretOf(settings())).update(`mail ${purpose} ${claim}`).digest().subarray(0, MAC_BYTES);

const isSigned = (mac: Uint8Array, purpose: string, claim: string) => {
  const right = macOf(purpose, claim);
  return mac.length === right.length && timingSafeEqual(mac, right);
};

/** The key of a task for one person: "1042.aebagba…". Addresses and Message-IDs use the same key. */
export function signedKey({ taskId, userId, kind, madeAt }: SignedPlace): string {
  const claim = Buffer.alloc(CLAIM_BYTES);
  claim.writeUInt8(KINDS.indexOf(kind), 0);
  claim.writeUInt32BE(userId, 1);
  claim.writeUInt16BE(Math.floor(madeAt / DAY_MS), 5);
  const mac = macOf("task", `${taskId} ${claim.toString("hex")}`);
  return `${taskId}.${toBase32(Buffer.concat([claim, mac]))}`;
}

const KEY = /^([1-9]\d{0,8})\.([a-z2-7]{24})$/;

/** Null for a text that isn't our key, or that was made with a different secret. */
export function readSignedKey(text: string): SignedPlace | null {
  const [, id, signature] = KEY.exec(text.toLowerCase()) ?? [];
  if (!id || !signature) return null;
  const bytes = fromBase32(signature);
  const claim = bytes.subarray(0, CLAIM_BYTES);
  if (!isSigned(bytes.subarray(CLAIM_BYTES), "task", `${id} ${claim.toString("hex")}`)) return null;
  const kind = KINDS[claim.readUInt8(0)];
  if (!kind) return null;
  return { taskId: Number(id), userId: claim.readUInt32BE(1), kind, madeAt: claim.readUInt16BE(5) * DAY_MS };
}

/** The key at the start of a Message-ID of ours; null for another. */
export const placeInId = (id: string) => readSignedKey(id.split(".", 2).join("."));

/** `help@one.example` with a key after its name; the plain address if that would be too long. */
export function withKey(address: string, key: string): string {
  const at = address.lastIndexOf("@");
  const local = `${address.slice(0, at)}+${key}`;
  return Buffer.byteLength(local) < MAX_LOCAL_BYTES ? local + address.slice(at) : address;
}

/** `withKey`, unless a setup test has shown that `name+tag@` addresses don't arrive. */
export const arrivingWithKey = (sender: { address: string; plusArrives: boolean | null }, key: string) =>
  sender.plusArrives === false ? sender.address : withKey(sender.address, key);

/** The address without its `+tag`: `help+1042.key@…` belongs to `help@…`. */
export const withoutKey = (address: string) => address.replace(/\+[^@]*(?=@[^@]*$)/, "");

/** The part after the first "+" of an address's name; null without one. */
export function keyIn(address: string): string | null {
  const local = address.slice(0, address.lastIndexOf("@"));
  const plus = local.indexOf("+");
  return plus < 0 ? null : local.slice(plus + 1);
}

/** Key in the envelope sender of one delivery, which bounces are sent to: "b77.xy…". */
export const bounceKey = (deliveryId: number) => `b${deliveryId}.${toBase32(macOf("delivery", String(deliveryId)))}`;

/** The id of the delivery; null for another text. */
export function readBounceKey(text: string): number | null {
  const [, id, signature] = /^b([1-9]\d{0,9})\.([a-z2-7]{13})$/.exec(text.toLowerCase()) ?? [];
  if (!id || !signature || !isSigned(fromBase32(signature).subarray(0, MAC_BYTES), "delivery", id)) return null;
  return Number(id);
}

/** The value of this header marks mail of this desk. Other desks send the same header with different values. */
export const LOOP_HEADER = "x-taskdesk-loop";

/** The value of `LOOP_HEADER`. It depends on SESSION_SECRET. */
export const loopMark = () => toBase32(macOf("loop", ""));
