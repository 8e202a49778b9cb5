import type { Db } from "~/db/types";
import { LINK_PAGE } from "~/features/auth/sign-in-errors";
import { makeLinkKey } from "../links/link-keys.server";
import { unsubscribeKey } from "../links/unsubscribe-key.server";
import type { MailLink } from "./written-mail";

export type LinkFor = {
  /** Such as `https://desk.example.org`; null if unknown: links are then paths. */
  origin: string | null;
  userId: number | null;
  address: string;
  /** The event that the mail's unsubscribe link stops. */
  unsubscribe?: string | undefined;
};

/** The URL of a link in one recipient's email. Without permission for a key, it is the plain URL of the page. */
export async function linkAddress(db: Db, { to, key: kind }: MailLink, mail: LinkFor, now: number): Promise<string> {
  const { userId, address, unsubscribe } = mail;
  const origin = mail.origin ?? "";
  const page = `${origin}${withoutMarks(to)}`;
  if (kind === undefined || userId === null) return page;
  if (kind === "unsubscribe") {
    return unsubscribe ? `${origin}${LINK_PAGE}?key=${unsubscribeKey({ userId, event: unsubscribe })}` : page;
  }
  const key = await makeLinkKey(db, { kind, userId, address, path: to }, now);
  if (key === null) return page;
  if (kind === "invitation") return `${origin}/login?key=${key}`;
  if (kind === "sign_in") return `${origin}/login?key=${key}&to=${asParameter(to)}`;
  return `${origin}${LINK_PAGE}?key=${key}`;
}

/** Slashes needn't be encoded in a query. */
const asParameter = (path: string) => withoutMarks(encodeURIComponent(path).replaceAll("%2F", "/"));

/** Encodes characters that are valid in URLs but would end a Markdown link or format text. */
const withoutMarks = (address: string) =>
  address.replace(/[()'!*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
