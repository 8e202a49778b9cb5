import { parseTimePosition, printTimePosition } from "~/features/tasks/time-position";
import type { NotificationPlace } from "./notifications.server";

/** "3", or "99+" above 99. */
export const unreadInWords = (unread: number) => (unread > 99 ? "99+" : String(unread));

type Address = { unreadOnly: boolean; place: NotificationPlace };

/** Reads filter and cursor from the page's URL. An invalid cursor shows the first page. */
export function readNotificationsAddress(parameters: URLSearchParams): Address {
  const [before, after] = [parseTimePosition(parameters.get("before")), parseTimePosition(parameters.get("after"))];
  return { unreadOnly: parameters.get("show") === "unread", place: before ? { before } : after ? { after } : null };
}

export function notificationsHref({ unreadOnly, place }: Address): string {
  const parameters = new URLSearchParams();
  if (unreadOnly) parameters.set("show", "unread");
  if (place && "before" in place) parameters.set("before", printTimePosition(place.before));
  if (place && "after" in place) parameters.set("after", printTimePosition(place.after));
  const query = parameters.toString();
  return query === "" ? "/notifications" : `/notifications?${query}`;
}
