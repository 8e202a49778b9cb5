import { TaskSearch } from "~/features/task-list/task-filters";
import { TaskTable } from "~/features/task-list/task-table";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Icon, type IconName } from "~/ui/icon";
import { PageHeader, SectionHeader } from "~/ui/page-header";
import * as say from "./portal-copy";
import type { RequesterHomeData } from "./requester-home.server";

/** A requester's Home: the types of request, and their requests, starting with those that await their reply. */
export function RequesterHome({ types, drafted, waiting, others, now }: RequesterHomeData & { now: number }) {
  return (
    <div className="home">
      <PageHeader title={say.home}>
        <ButtonLink icon="new" href="/tasks/new">
          {say.newRequest}
        </ButtonLink>
      </PageHeader>
      {waiting.length > 0 && (
        <section aria-label={say.waitingForYou} className="waits-for-you">
          <SectionHeader title={say.waitingForYou} />
          <TaskTable tasks={waiting} now={now} name={say.waitingForYou} />
        </section>
      )}
      <section aria-label={say.whatDoYouNeed}>
        <SectionHeader title={say.whatDoYouNeed} />
        <ul className="request-types">
          {types.map(({ key, name, description, icon }) => (
            <li key={key}>
              {icon && <Icon name={icon as IconName} />}
              <div>
                <a className="row-link" href={`/tasks/new?type=${key}`}>
                  {name}
                </a>
                {description && <p>{description}</p>}
              </div>
            </li>
          ))}
        </ul>
      </section>
      <TaskSearch />
      {drafted.length > 0 && (
        <section aria-label={say.drafts}>
          <SectionHeader title={say.drafts}>
            <a href="/tasks?q=has:draft&status=any">
              {say.showAll}
              <span className="unseen"> {say.ofSection(say.drafts)}</span>
            </a>
          </SectionHeader>
          <TaskTable tasks={drafted} now={now} name={say.drafts} />
        </section>
      )}
      {(others.length > 0 || waiting.length === 0) && (
        <section aria-label={say.yourOpenRequests}>
          <SectionHeader title={say.yourOpenRequests}>
            <a href="/tasks?status=any">{say.allRequests}</a>
          </SectionHeader>
          {others.length > 0 ? (
            <TaskTable tasks={others} now={now} name={say.yourOpenRequests} />
          ) : (
            <EmptyState small title={say.noOpenRequests} />
          )}
        </section>
      )}
    </div>
  );
}
