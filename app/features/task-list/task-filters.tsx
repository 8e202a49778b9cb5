import type { ReactNode } from "react";
import { PRIORITIES, statuses, statusOf, TASK_LIMITS } from "~/features/tasks/tasks";
import * as terms from "~/features/tasks/tasks-copy";
import { USER_LIMITS } from "~/features/users/users";
import { Button } from "~/ui/button";
import { SelectField } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { SearchBox } from "~/ui/search-field";
import { OfferedFilter } from "./filter-with-suggestions.island";
import * as say from "./task-list-copy";
import { INNER_SORTS, ORDERS, type Sort, sortText } from "./task-sort-and-cursor";

/** Filter values from the URL; empty when not set. */
export type FilterTexts = {
  q: string;
  status: string;
  assignee: string;
  priority: string;
  requester: string;
  tag: string;
  /** For requesters whose organization shares requests: `colleagues` or `all`; otherwise their own. */
  whose: string;
};

export const statusFilterName = (status: string) =>
  ({ open: say.open, done: say.done, any: say.any })[status] ?? statusOf(status).name;

/** Search box for pages without a list of their own; Ctrl+K focuses it. */
export const TaskSearch = () => (
  <search>
    <form action="/search">
      <SearchBox id="search-tasks" label={say.searchTasks} name="q" maxLength={1000} />
    </form>
  </search>
);

const PRIORITY_CHOICES = PRIORITIES.map(({ key, name }) => ({ value: key, label: name }));

/** Whether an order is for agents only. */
const isInner = (order: string) => INNER_SORTS.some((sort) => order.startsWith(`${sort}-`));
const OUTER_ORDERS = ORDERS.filter(({ value }) => !isInner(value));

/**
 * Filters of a list: a plain GET form, so every list has a URL. On small screens the fields collapse behind a button unless
 * one is set. They include the order, because headings that sort are hidden there.
 */
export function TaskFilters({
  search,
  texts,
  sort,
  unsaid,
  works,
  shares = false,
  children,
}: {
  /** The query field, named `q`. */
  search: ReactNode;
  texts: FilterTexts;
  sort: Sort;
  /** Default order for these filters. Sent as an empty value, so a `sort:` in the typed query can take effect. */
  unsaid: Sort;
  /** Whether the viewer is an agent; requesters get fewer filters. */
  works: boolean;
  /** Whether a requester also sees colleagues' requests. */
  shares?: boolean;
  children?: ReactNode;
}) {
  const { q, ...narrowing } = texts;
  const isNarrowed = Object.values(narrowing).some((text) => text !== "");
  const usual = sortText(unsaid);
  const sentFor = (order: string) => (order === usual ? "" : order);
  return (
    <search>
      <form className="filters" method="get" action="/tasks">
        {search}
        {/* The fields are siblings, so that a wide screen always shows them. */}
        <details className="filters-more" open={isNarrowed}>
          <summary className="button">
            <Icon name="filter" />
            {say.filters}
          </summary>
        </details>
        <SelectField label={terms.status} name="status" defaultValue={texts.status}>
          <option value="">{q ? say.asSearched : say.open}</option>
          {q && <option value="open">{say.open}</option>}
          <option value="done">{say.done}</option>
          <option value="any">{say.any}</option>
          {works && (
            <optgroup label={say.oneStatus}>
              {statuses().map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
        </SelectField>
        {shares && (
          <SelectField label={say.requestedBy} name="whose" none={say.mine} defaultValue={texts.whose}>
            <option value="colleagues">{say.colleagues}</option>
            <option value="all">{say.anyone}</option>
          </SelectField>
        )}
        {works && (
          <>
            <OfferedFilter
              label={terms.assignee}
              name="assignee"
              defaultValue={texts.assignee}
              placeholder={say.assigneePlaceholder}
              maxLength={USER_LIMITS.typed}
            />
            <SelectField
              label={terms.priority}
              name="priority"
              none={say.any}
              defaultValue={texts.priority}
              choices={PRIORITY_CHOICES}
            />
            <OfferedFilter
              label={terms.requester}
              name="requester"
              defaultValue={texts.requester}
              placeholder={say.requesterPlaceholder}
              maxLength={200}
            />
            <OfferedFilter
              label={terms.tag}
              name="tag"
              defaultValue={texts.tag}
              placeholder={say.tagPlaceholder}
              maxLength={TASK_LIMITS.tag}
            />
          </>
        )}
        <SelectField
          key={sortText(sort)}
          className="filters-order"
          label={say.sortBy}
          name="sort"
          defaultValue={sentFor(sortText(sort))}
          choices={(works ? ORDERS : OUTER_ORDERS).map(({ value, label }) => ({ value: sentFor(value), label }))}
        />
        <Button icon="filter">{say.filter}</Button>
        {children}
      </form>
    </search>
  );
}
