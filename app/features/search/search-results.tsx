import type { ListedOrganization } from "~/features/organizations/organization-read.server";
import type { ListedTask } from "~/features/task-list/listed-tasks.server";
import { TaskTable } from "~/features/task-list/task-table";
import { ROLE_NAMES } from "~/features/users/users";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { SectionHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { Person } from "~/ui/person";
import type { Hit } from "./hits.server";
import type { Marked } from "./marked-text";
import * as say from "./search-pages-copy";
import type { FoundPerson } from "./search-people.server";

type Results = {
  isAgent: boolean;
  tasks: readonly ListedTask[];
  hits: Readonly<Record<number, Hit>>;
  people: readonly FoundPerson[];
  morePeople: boolean;
  organizations: readonly Pick<ListedOrganization, "id" | "name" | "domains">[];
  moreOrganizations: boolean;
  /** URL of the next page of tasks; null on the last. */
  next: string | null;
  /** URL of the page that explains why a task is found or not. */
  explanation: string;
  /** URL of the first page; null when this is it. */
  first: string | null;
  /** UTC milliseconds. */
  now: number;
};

/** Search results: people and organizations, then tasks, or an empty state. */
export function SearchResults({
  isAgent,
  tasks,
  hits,
  people,
  organizations,
  next,
  first,
  explanation,
  now,
  ...more
}: Results) {
  if (tasks.length + people.length + organizations.length === 0) {
    return (
      <EmptyState title={say.nothingFound} icon="search" action={first && <FirstPage href={first} />}>
        {say.tryFewerWords((words) => (
          <a href={explanation}>{words}</a>
        ))}
      </EmptyState>
    );
  }
  return (
    <>
      {people.length > 0 && (
        <section aria-labelledby="found-people">
          <SectionHeader title={say.people} id="found-people" />
          <ul className="found-people">
            {people.map(({ id, name, email, role }) => (
              <li key={id}>
                <a className="row-link" href={`/users/${id}`}>
                  <Person name={name} />
                </a>{" "}
                <span>{email}</span> <span>{ROLE_NAMES[role]}</span>
              </li>
            ))}
          </ul>
          {more.morePeople && <p className="list-summary">{say.morePeople}</p>}
        </section>
      )}
      {organizations.length > 0 && (
        <section aria-labelledby="found-organizations">
          <SectionHeader title={say.organizations} id="found-organizations" />
          <ul className="found-people">
            {organizations.map(({ id, name, domains }) => (
              <li key={id}>
                <a className="row-link" href={`/organizations/${id}`}>
                  {name}
                </a>{" "}
                <span>{domains.join(", ")}</span>
              </li>
            ))}
          </ul>
          {more.moreOrganizations && <p className="list-summary">{say.moreOrganizations}</p>}
        </section>
      )}
      <section aria-labelledby="found-tasks">
        <SectionHeader title={isAgent ? say.tasks : say.requests} id="found-tasks" />
        {tasks.length > 0 ? (
          <TaskTable tasks={tasks} now={now} hits={shownHits(hits)} />
        ) : (
          <EmptyState title={isAgent ? say.noTasksFound : say.noRequestsFound} small />
        )}
        <Pagination next={next} />
        <div className="buttons list-end">
          {first && <FirstPage href={first} />}
          <ButtonLink look="quiet" href={explanation}>
            {say.explainResults}
          </ButtonLink>
        </div>
      </section>
    </>
  );
}

const shownHits = (hits: Readonly<Record<number, Hit>>) =>
  Object.fromEntries(
    Object.entries(hits).map(([id, { title, excerpt }]) => [
      id,
      {
        title: title && withMarks(title),
        excerpt: excerpt && (
          <p className={excerpt.note ? "task-excerpt is-note" : "task-excerpt"}>
            {excerpt.note && `${say.note} `}
            {withMarks(excerpt.marked)}
          </p>
        ),
      },
    ]),
  );

const withMarks = (pieces: Marked) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces never reorder.
  pieces.map((piece, index) => (index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece));

const FirstPage = ({ href }: { href: string }) => (
  <ButtonLink look="quiet" href={href}>
    {say.firstPage}
  </ButtonLink>
);
