import { type FilterTexts, statusFilterName } from "~/features/task-list/task-filters";
import { listHref } from "~/features/task-list/task-list-url";
import type { Sort } from "~/features/task-list/task-sort-and-cursor";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import type { EmptyListReasons } from "./empty-list-reasons.server";
import * as say from "./views-copy";

export const NewTaskLink = ({ works }: { works: boolean }) => (
  <ButtonLink look="primary" icon="new" href="/tasks/new" data-prefetch="intent">
    {works ? say.newTask : say.newRequest}
  </ButtonLink>
);

type Props = {
  works: boolean;
  texts: FilterTexts;
  sort: Sort;
  usual: Sort;
  /** Whether the list leaves out done tasks by default. */
  isOpenOnly: boolean;
  against: EmptyListReasons["against"];
};

export function EmptyList({ works, texts, sort, usual, isOpenOnly, against }: Props) {
  const title = works ? say.noTasksHere : say.noRequestsHere;
  const withOther = (other: Partial<FilterTexts>) => listHref({ texts: { ...texts, ...other }, sort }, null, usual);
  if (against) {
    const { view, only, said, without } = against;
    const asked = only ? say.tasksOfKind(only) : `“${said}”`;
    const chosen = statusFilterName(texts.status);
    const waysOut = (
      <>
        <ButtonLink href={withOther({ q: without })}>{say.removeFilterNamed(said)}</ButtonLink>
        <ButtonLink href={withOther({ status: "" })}>{say.removeTheFilter}</ButtonLink>
      </>
    );
    return (
      <EmptyState title={title} action={waysOut}>
        {view === null ? say.searchContradictsStatus(asked, chosen) : say.viewContradictsStatus(view, asked, chosen)}
      </EmptyState>
    );
  }
  const isNarrowed = Object.values(texts).some((text) => text !== "");
  const waysOut = (
    <>
      {!isNarrowed && <NewTaskLink works={works} />}
      {isOpenOnly && (
        <ButtonLink href={withOther({ status: "any" })}>
          {works ? say.includeDoneTasks : say.includeDoneRequests}
        </ButtonLink>
      )}
    </>
  );
  const unmatched = (isOpenOnly ? say.noOpenMatching : say.noMatching)[works ? "tasks" : "requests"];
  return (
    <EmptyState title={title} action={waysOut}>
      {isNarrowed ? unmatched : say.newAppearHere[works ? "tasks" : "requests"]}
    </EmptyState>
  );
}
