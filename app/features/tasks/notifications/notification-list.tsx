import { Time } from "~/ui/time";
import { because, hrefOf, inOneSentence } from "./notification-words";
import type { ShownNotification } from "./notifications.server";
import * as say from "./notifications-texts";

type Props = { notifications: readonly ShownNotification[]; back: string; now: number };

/** Each leads to its task and is read by that; the dot of an unread one is a button that says so without going there. */
export const NotificationList = ({ notifications, back, now }: Props) => (
  <form method="post" action="/notifications/reading" data-keeps-scroll data-prefetch="intent">
    <input type="hidden" name="back" value={back} />
    <ul className="settings-places">
      {notifications.map((one) => (
        <li key={one.id} className={one.unread ? "is-unread" : undefined}>
          {one.unread && (
            <button className="unread-mark" type="submit" name="id" value={one.id} title={say.unreadMarkAsRead}>
              {say.unreadMarkAsRead}
            </button>
          )}
          <a className="row-link" href={hrefOf(one)}>
            {one.task ? `#${one.task.id} ${one.task.title}` : inOneSentence(one)}
          </a>
          <p>
            {one.task && `${[inOneSentence(one), because[one.reason]].filter(Boolean).join(" · ")} · `}
            <Time at={one.at} now={now} />
          </p>
          {one.excerpt && <p>{one.excerpt}</p>}
        </li>
      ))}
    </ul>
  </form>
);
