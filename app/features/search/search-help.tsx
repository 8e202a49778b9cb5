import { Fragment } from "react";
import * as say from "./search-pages-copy";

type Line = { write: string; means: string; agents?: boolean };

const LINES: Line[] = [
  { write: say.twoWords, means: say.meansBothWords },
  { write: say.aPhrase, means: say.meansPhrase },
  { write: say.eitherWord, means: say.meansEitherWord },
  { write: "-printer", means: say.meansExcluded },
  { write: "print*", means: say.meansPrefix },
  { write: "#42", means: say.task42, agents: true },
  { write: "#42", means: say.request42, agents: false },
  { write: "status:open", means: say.meansStatus },
  { write: "awaiting:us", means: say.meansAwaiting, agents: true },
  { write: "is:mine", means: say.meansMine, agents: true },
  { write: "is:mine", means: say.meansMyRequests, agents: false },
  { write: "is:unassigned", means: say.meansUnassigned, agents: true },
  { write: "assignee:me", means: say.meansAssignee, agents: true },
  { write: "team:me", means: say.meansTeam, agents: true },
  { write: "participant:me", means: say.meansInCopy },
  { write: "is:confidential", means: say.meansWatched, agents: true },
  { write: "priority:>=high", means: say.meansPriority, agents: true },
  { write: "tag:vpn,wifi", means: say.meansTag, agents: true },
  { write: "created:last-week", means: say.meansCreated },
  { write: "updated:>14d", means: say.meansUpdated },
  { write: "due:<4h", means: say.meansDue, agents: true },
  { write: "rating:bad", means: say.meansRating, agents: true },
  { write: "resolved:last-month", means: say.meansResolved, agents: true },
  { write: "reopened:>=1", means: say.meansReopened, agents: true },
  { write: "met.first:last-month", means: say.meansClockEnded, agents: true },
  { write: "backlog:2026-03-09", means: say.meansBacklog, agents: true },
  { write: "title:printer", means: say.meansTitle },
  {
    write: "parent:42",
    means: say.meansSubTasks,
    agents: true,
  },
  { write: "has:attachment", means: say.meansFiles },
  { write: "has:checklist", means: say.meansChecklist, agents: true },
  { write: 'org:"Acme Ltd"', means: say.meansOrganization, agents: true },
  { write: "note:toner", means: say.meansNote, agents: true },
  { write: "sort:updated", means: say.meansSort },
  { write: "sort:attention", means: say.meansUrgency, agents: true },
  { write: "team:network is:away", means: say.meansPeople, agents: true },
];

type Props = {
  isAgent: boolean;
  /** Example term for a custom field of this desk, and the field's label. */
  field: { write: string; label: string } | null;
  open?: boolean;
};

export function SearchHelp({ isAgent, field, open = false }: Props) {
  return (
    <details className="search-help" open={open}>
      <summary>{say.howToSearch}</summary>
      <dl className="facts">
        {LINES.filter(({ agents }) => agents === undefined || agents === isAgent).map(({ write, means }) => (
          <Fragment key={write}>
            <dt>
              <code>{write}</code>
            </dt>
            <dd>{means}</dd>
          </Fragment>
        ))}
        {field && (
          <>
            <dt>
              <code>{field.write}</code>
            </dt>
            <dd>{say.meansField(field.label)}</dd>
          </>
        )}
      </dl>
    </details>
  );
}
