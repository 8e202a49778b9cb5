import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useNavigation } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { NotificationList, readField } from "~/features/notifications/notification-list";
import { listNotifications } from "~/features/notifications/notifications.server";
import * as say from "~/features/notifications/notifications-copy";
import { notificationsHref, readNotificationsAddress } from "~/features/notifications/notifications-href";
import { isAgent } from "~/features/users/users";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import styles from "~/ui/styles/pages/notifications.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = ({ matches, error }) => titled(say.notifications, matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { unreadOnly, place } = readNotificationsAddress(new URL(request.url).searchParams);
  const viewer = viewerOf(context);
  const { groups, previous, next } = await listNotifications(db, viewer, { unreadOnly, place });
  return {
    ...{ groups, unreadOnly, isAgent: isAgent(viewer) },
    previous: previous && notificationsHref({ unreadOnly, place: { after: previous } }),
    next: next && notificationsHref({ unreadOnly, place: { before: next } }),
    now: Date.now(),
  };
}

export const clientLoader = fromPayload("routes/_app.notifications._index");

export default function NotificationsPage() {
  const { groups, unreadOnly, isAgent, previous, next, now } = useLoaderData<typeof loader>();
  const back = notificationsHref({ unreadOnly, place: null });
  const appearHere = isAgent ? say.taskUpdatesAppearHere : say.requestUpdatesAppearHere;
  // Optimistic: shows one entry, or all, as read while the form is on its way.
  const { formAction, formData } = useNavigation();
  const reading = formAction === "/notifications/reading" ? formData : undefined;
  const isOfAll = reading && !reading.has("task") && !reading.has("id");
  const shown = groups.map((group) => {
    const { name, value } = readField(group);
    return isOfAll || reading?.get(name) === String(value) ? { ...group, unread: false } : group;
  });
  return (
    <>
      <PageHeader title={say.notifications} lead={isAgent ? say.updatesOnYourTasks : say.updatesOnYourRequests}>
        <ButtonLink look="quiet" href="/settings/notifications">
          {say.notificationSettings}
        </ButtonLink>
        {shown.some(({ unread }) => unread) && (
          <form method="post" action="/notifications/reading">
            <input type="hidden" name="back" value={back} />
            <input type="hidden" name="until" value={now} />
            <Button icon="check">{say.markAllAsRead}</Button>
          </form>
        )}
      </PageHeader>
      <nav className="notification-tabs" aria-label={say.filterNotifications}>
        <a href="/notifications" aria-current={unreadOnly ? undefined : "page"}>
          {say.all}
        </a>
        <a href="/notifications?show=unread" aria-current={unreadOnly ? "page" : undefined}>
          {say.unread}
        </a>
      </nav>
      {groups.length > 0 ? (
        <NotificationList groups={shown} back={back} now={now} />
      ) : (
        <EmptyState title={unreadOnly ? say.allCaughtUp : say.noNotificationsYet} icon="bell">
          {unreadOnly ? say.newNotificationsAppearHere : appearHere}
        </EmptyState>
      )}
      <Pagination previous={previous} next={next} />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
