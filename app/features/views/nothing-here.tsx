import { listHref } from "~/features/tasks/task-address";
import { type FilterTexts, statusFilterName } from "~/features/tasks/task-filters";
import type { Sort } from "~/features/tasks/task-position";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { NewTaskLink } from "./new-task-link";
import type { WhyNothing } from "./why-nothing.server";

type Props = { works: boolean; texts: FilterTexts; sort: Sort; usual: Sort; against: WhyNothing["against"] };

/** In place of an empty list: why that is, as far as is known, and what leads on. */
export function NothingHere({ works, texts, sort, usual, against }: Props) {
  const title = works ? "No tasks here" : "No requests here";
  const withOther = (other: Partial<FilterTexts>) => listHref({ texts: { ...texts, ...other }, sort }, null, usual);
  if (against) {
    const { view, only, said, without } = against;
    const waysOut = (
      <>
        <ButtonLink href={withOther({ q: without })}>Without “{said}”</ButtonLink>
        <ButtonLink href={withOther({ status: "" })}>Without the filter</ButtonLink>
      </>
    );
    return (
      <EmptyState title={title} action={waysOut}>
        {view === null ? "Your search" : `The view “${view}”`} is for {only ? `${only} tasks` : `“${said}”`} only, but
        the status filter says “{statusFilterName(texts.status)}”, so nothing can match.
      </EmptyState>
    );
  }
  const isNarrowed = Object.values(texts).some((text) => text !== "");
  return (
    <EmptyState title={title} action={isNarrowed ? null : <NewTaskLink works={works} />}>
      {isNarrowed ? "Nothing matches all of this. Take a filter away." : "What comes in will be listed here."}
    </EmptyState>
  );
}
