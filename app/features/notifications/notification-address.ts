import { parseTimePosition, printTimePosition } from "~/features/tasks/time-position";
import type { NotificationPlace } from "./notifications.server";

/** "Notifications (3 unread)"; from 100 on nobody counts. */
export const unreadInWords = (unread: number) => (unread > 99 ? "99+" : String(unread));

type Address = { unreadOnly: boolean; place: NotificationPlace };

/** What of one's notifications is shown, as the address of their page has it. A stale bookmark shows the first page. */
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
