import { Fragment } from "react";

type Line = { write: string; means: string; agents?: true };

const LINES: Line[] = [
  { write: "printer jam", means: "tasks with both words, anywhere; the last one may be only the beginning of a word" },
  { write: '"remote access"', means: "the words in this order" },
  { write: "vpn OR wifi", means: "either; parentheses keep things together" },
  { write: "-printer", means: "not this" },
  { write: "print*", means: "words that begin like this" },
  { write: "#42", means: "task 42" },
  { write: "status:open", means: "also done, any, or a status such as waiting" },
  { write: "is:mine", means: "also open, done, unanswered; is:unread for what is new to you" },
  { write: "is:unassigned", means: "nobody has taken it; also overdue, snoozed", agents: true },
  { write: "assignee:me", means: "a name or an e-mail address, me, none or any; so too requester:", agents: true },
  { write: "team:me", means: "tasks of your teams; a name for those of one", agents: true },
  { write: "participant:me", means: "a person in copy, by name or address" },
  { write: "is:confidential", means: "also is:watched; watcher: takes a colleague", agents: true },
  { write: "priority:>=high", means: "low, normal, high, urgent, with >, >=, < or <=", agents: true },
  { write: "tag:vpn,wifi", means: "one of these; tag:net/* for all that begin so", agents: true },
  { write: "created:last-week", means: "also today, 2026-03-09, 2026-03, 2026-03-01..2026-03-15" },
  { write: "updated:>14d", means: "not touched for 14 days; also resolved: and closed:, with m, h, d or w" },
  { write: "due:<4h", means: "due within four hours, or overdue; so too snooze:", agents: true },
  { write: "rating:bad", means: "what the requester said of the solution; also good and none", agents: true },
  { write: "title:printer", means: "only in the title; so too body: and, for names of files, file:" },
  {
    write: "parent:42",
    means: "sub-tasks of 42; so too linked:42, is:child, is:parent, has:link, is:merged, is:spam, is:trashed",
    agents: true,
  },
  { write: "has:attachment", means: "there are files; has:draft for what you are writing" },
  { write: "has:checklist", means: "also due, link, note, rating", agents: true },
  { write: 'org:"Acme Ltd"', means: "tasks of an organization; also none, any", agents: true },
  { write: "note:toner", means: "only in internal notes", agents: true },
  { write: "sort:updated", means: "also created, number, relevance; with -asc the other way round" },
  { write: "sort:attention", means: "what needs somebody first; also priority, due", agents: true },
  { write: "team:network is:away", means: "people; also role:, state:, org:, is:unverified", agents: true },
];

type Props = {
  isAgent: boolean;
  /** What may be asked of a field of this desk, by its key and as people call it. */
  field: { write: string; label: string } | null;
  open?: boolean;
};

/** What can be asked, for those who want more than words. */
export function SearchHelp({ isAgent, field, open = false }: Props) {
  return (
    <details className="search-help" open={open}>
      <summary>How to search</summary>
      <dl className="facts">
        {LINES.filter((line) => isAgent || !line.agents).map(({ write, means }) => (
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
            <dd>
              in the field {field.label}. Its name works too, in quotation marks if it has spaces. Numbers and dates
              take &gt;, &gt;=, &lt;, &lt;= or 10..20; none and any work as well.
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}
