import type { Db } from "~/db/types";
import { LINK_PAGE } from "~/features/auth/sign-in-errors";
import { makeLinkKey } from "../links/link-keys.server";
import { unsubscribeKey } from "../links/unsubscribe-key.server";
import type { MailLink } from "./written-mail";

export type LinkFor = {
  /** Such as `https://desk.example.org`; null where none is known: links are paths then. */
  origin: string | null;
  userId: number | null;
  address: string;
  /** The event that the mail's unsubscribe link stops. */
  unsubscribe?: string | undefined;
};

/** The address of a link in one recipient's mail. Without a right to a key it is just the page the link leads to. */
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

/** Slashes may stay as they are in a query. */
const asParameter = (path: string) => withoutMarks(encodeURIComponent(path).replaceAll("%2F", "/"));

/** Addresses may have these characters, but they would end a link in Markdown, or mark text up. */
const withoutMarks = (address: string) =>
  address.replace(/[()'!*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
