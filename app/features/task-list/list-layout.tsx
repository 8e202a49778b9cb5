import { Icon } from "~/ui/icon";
import { GROUPINGS, type Grouping } from "./task-groups";
import * as say from "./task-list-copy";
import { withoutCursor } from "./task-list-url";

const NAMES: Record<Grouping, string> = {
  status: say.byStatus,
  assignee: say.byAssignee,
  priority: say.byPriority,
  due: say.byDueDate,
};

/** URL of the list with this query as a board. */
export function boardHref(search: string): string {
  const parameters = new URLSearchParams(withoutCursor(search));
  for (const name of ["group", "layout"]) parameters.delete(name);
  const query = parameters.toString();
  return query === "" ? "/tasks/board" : `/tasks/board?${query}`;
}

/** A menu of ways to show a list. `current` is the one shown, `hrefOf` the URL of the list in other groups. */
export const ListLayout = ({
  current,
  hrefOf,
  board,
}: {
  current: Grouping | "board" | null;
  hrefOf: (group: Grouping | null) => string;
  board: string;
}) => (
  <details className="menu list-layout" data-layer="menu">
    <summary className="button">
      <Icon name="tasks" />
      {say.layout}
    </summary>
    <div className="menu-sheet">
      <a href={hrefOf(null)} aria-current={current === null ? "true" : undefined}>
        {say.noGroups}
      </a>
      {GROUPINGS.map((one) => (
        <a key={one} href={hrefOf(one)} aria-current={current === one ? "true" : undefined}>
          {NAMES[one]}
        </a>
      ))}
      <hr />
      <a href={board} aria-current={current === "board" ? "true" : undefined}>
        {say.asBoard}
      </a>
    </div>
  </details>
);
