import { reasons } from "./mail-copy";

export type MailReason = keyof typeof reasons;

/** Returns the reason as stored in `inbound_mail.reason`. */
export const mailReason = (key: MailReason, detail = "") => (detail === "" ? key : `${key}:${detail}`);

/** A stored reason as a sentence. An unknown key, such as a newer version's, is returned unchanged. */
export function reasonInWords(reason: string): string {
  const [, key = "", detail = ""] = /^([a-z_]+)(?::(.*))?$/s.exec(reason) ?? [];
  return Object.hasOwn(reasons, key) ? reasons[key as MailReason](detail) : reason;
}
