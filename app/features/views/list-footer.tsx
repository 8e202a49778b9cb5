import { PUT_AWAY_HREF, PUT_AWAY_QUERY } from "~/features/trash/trash";
import { formatNumber } from "~/lib/numbers";
import { ROWS_TO_CHOOSE } from "~/lib/page-cursor";
import { Button, ButtonLink } from "~/ui/button";
import { MOST_TASKS_EXPORTED } from "./views";
import * as say from "./views-copy";

type Props = {
  works: boolean;
  /** Query string of the list's URL. */
  search: string;
  query: string;
  tasks: readonly { unread: boolean }[];
  /** URL of the same list with done tasks; null if it has them. */
  withDone: string | null;
};

export function ListFooter({ works, search, query, tasks, withDone }: Props) {
  const hasTasks = tasks.length > 0;
  const hasUnread = tasks.some(({ unread }) => unread);
  // For requesters, only where fewer rows would make a difference.
  const hasSettings = works ? hasTasks : tasks.length > ROWS_TO_CHOOSE[0] || /[?&](?:after|before)=/.test(search);
  if (!works && !hasUnread && !hasSettings && !(hasTasks && withDone)) return null;
  return (
    <div className="buttons list-end" data-prefetch="intent">
      {hasUnread && (
        <form method="post" action={`/tasks/reading${search}`}>
          <Button look="quiet">{say.markAllAsRead}</Button>
        </form>
      )}
      {hasSettings && (
        <ButtonLink look="quiet" href={`/tasks/display?${new URLSearchParams({ list: search.slice(1) })}`}>
          {works ? say.listSettings : say.rowsPerPage}
        </ButtonLink>
      )}
      {!works && withDone && (
        <ButtonLink look="quiet" href={withDone}>
          {say.includeDoneRequests}
        </ButtonLink>
      )}
      {works && query !== PUT_AWAY_QUERY && (
        <ButtonLink look="quiet" href={PUT_AWAY_HREF}>
          {say.trashAndSpam}
        </ButtonLink>
      )}
      {works && hasTasks && (
        <form method="post" action={`/tasks/export${search}`} data-downloads="">
          <Button look="quiet" aria-describedby="exported">
            {say.exportAsCsv}
          </Button>{" "}
          <small id="exported">{say.exportLimitHint(formatNumber(MOST_TASKS_EXPORTED))}</small>
        </form>
      )}
    </div>
  );
}
