import type { Db } from "~/db/types";
import { eventLabel } from "~/features/notifications/notification-settings.server";
import { findLink } from "./link-keys.server";
import type { AskedByLink } from "./link-page";
import { readUnsubscribeKey } from "./unsubscribe-key.server";

/** The action of a link; null if it can't be used. Doesn't use up the key. */
export async function readLink(db: Db, key: string, now: number): Promise<AskedByLink | null> {
  const subscription = readUnsubscribeKey(key);
  if (subscription) {
    const what = eventLabel(subscription.event);
    return what === null ? null : { kind: "unsubscribe", key, what };
  }
  const link = await findLink(db, key, now);
  if (!link) return null;
  const { kind, name, email, emailKey, path } = link;
  if (kind === "confirmation") return { kind, key, name, email: emailKey };
  if (kind === "password") return { kind, key, name, email: email ?? emailKey };
  if (kind !== "solved" && kind !== "not_solved") return null;
  const task = db.selectFrom("task").select("title").where("id", "=", taskIdIn(path));
  const title = (await task.where("requester_id", "=", link.userId).executeTakeFirst())?.title;
  return title === undefined ? null : { kind, key, title };
}

/** 0 for another page. */
export const taskIdIn = (path: string) => Number(/^\/tasks\/([1-9]\d{0,8})$/.exec(path)?.[1] ?? 0);
