import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useNavigation } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { NotificationList } from "~/features/notifications/notification-list";
import { listNotifications } from "~/features/notifications/notifications.server";
import * as say from "~/features/notifications/notifications-copy";
import { notificationsHref, readNotificationsAddress } from "~/features/notifications/notifications-href";
import { isAgent } from "~/features/users/users";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";

export const meta: MetaFunction = ({ matches, error }) => titled(say.notifications, matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { unreadOnly, place } = readNotificationsAddress(new URL(request.url).searchParams);
  const viewer = viewerOf(context);
  const { notifications, previous, next } = await listNotifications(db, viewer, { unreadOnly, place });
  return {
    ...{ notifications, unreadOnly, isAgent: isAgent(viewer) },
    previous: previous && notificationsHref({ unreadOnly, place: { after: previous } }),
    next: next && notificationsHref({ unreadOnly, place: { before: next } }),
    now: Date.now(),
  };
}

export const clientLoader = fromPayload("routes/_app.notifications._index");

export default function NotificationsPage() {
  const { notifications, unreadOnly, isAgent, previous, next, now } = useLoaderData<typeof loader>();
  const back = notificationsHref({ unreadOnly, place: null });
  const appearHere = isAgent ? say.taskUpdatesAppearHere : say.requestUpdatesAppearHere;
  // Optimistic: shows one notification, or all, as read while the form is on its way.
  const { formAction, formData } = useNavigation();
  const beingRead = formAction === "/notifications/reading" && (formData?.get("id") ?? "all");
  const shown = notifications.map((one) =>
    beingRead === "all" || beingRead === String(one.id) ? { ...one, unread: false } : one,
  );
  return (
    <>
      <PageHeader title={say.notifications} lead={isAgent ? say.updatesOnYourTasks : say.updatesOnYourRequests}>
        <ButtonLink look="quiet" href="/settings/notifications">
          {say.notificationSettings}
        </ButtonLink>
        {shown.some(({ unread }) => unread) && (
          <form method="post" action="/notifications/reading">
            <input type="hidden" name="back" value={back} />
            <Button name="until" value={now} icon="check">
              {say.markAllAsRead}
            </Button>
          </form>
        )}
      </PageHeader>
      <nav className="views" aria-label={say.filterNotifications}>
        <a href="/notifications" aria-current={unreadOnly ? undefined : "page"}>
          {say.all}
        </a>
        <a href="/notifications?show=unread" aria-current={unreadOnly ? "page" : undefined}>
          {say.unread}
        </a>
      </nav>
      {notifications.length > 0 ? (
        <NotificationList notifications={shown} back={back} now={now} />
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
