import { pageHref, parsePlace } from "~/lib/page-cursor";
import { formatTimeCursor, parseTimeCursor } from "~/lib/time-cursor";
import type { NotificationPlace } from "./notifications.server";

type Address = { unreadOnly: boolean; place: NotificationPlace };

/** Reads filter and cursor from the page's URL. An invalid cursor shows the first page. */
export const readNotificationsAddress = (parameters: URLSearchParams): Address => ({
  unreadOnly: parameters.get("show") === "unread",
  place: parsePlace(parameters, parseTimeCursor),
});

export const notificationsHref = ({ unreadOnly, place }: Address) =>
  pageHref("/notifications", { show: unreadOnly && "unread" }, place, formatTimeCursor);
