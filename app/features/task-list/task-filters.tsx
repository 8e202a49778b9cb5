import type { ReactNode } from "react";
import { PRIORITIES, statuses, statusOf, TASK_LIMITS } from "~/features/tasks/tasks";
import * as terms from "~/features/tasks/tasks-copy";
import { USER_LIMITS } from "~/features/users/users";
import { Button } from "~/ui/button";
import { SelectField } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { SearchBox } from "~/ui/search-field";
import { OfferedFilter } from "./offered-filter.island";
import * as say from "./task-list-copy";
import { INNER_SORTS, ORDERS, type Sort, sortText } from "./task-position";

/** The filters as they stand in the address: empty for one that is not set. */
export type FilterTexts = {
  q: string;
  status: string;
  assignee: string;
  priority: string;
  requester: string;
  tag: string;
  /** Of a requester whose organization shares its requests: `colleagues` or `all`; else their own. */
  whose: string;
};

/** What the filter for a status says. */
export const statusFilterName = (status: string) =>
  ({ open: say.open, done: say.done, any: say.any })[status] ?? statusOf(status).name;

/** The search box of pages that have no list of their own to narrow, which Ctrl+K finds. */
export const TaskSearch = () => (
  <search>
    <form action="/search">
      <SearchBox id="search-tasks" label={say.searchTasks} name="q" maxLength={1000} />
    </form>
  </search>
);

const PRIORITY_CHOICES = PRIORITIES.map(({ key, name }) => ({ value: key, label: name }));

/** Orders that are for those who work on tasks. */
const isInner = (order: string) => INNER_SORTS.some((sort) => order.startsWith(`${sort}-`));
const OUTER_ORDERS = ORDERS.filter(({ value }) => !isInner(value));

/**
 * Narrows the list: an ordinary GET form, so that every list has an address. On a small screen the fields stand behind a
 * word, unless one of them is set, and with them the order, which has no headings there.
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
  /** The field for a query, of the name `q`. */
  search: ReactNode;
  texts: FilterTexts;
  sort: Sort;
  /** The order of the filters where none is named. It is not said, for what is typed may bring one of its own. */
  unsaid: Sort;
  /** Whether the viewer works on tasks: a requester is offered less. */
  works: boolean;
  /** Whether a requester sees those of colleagues, too. */
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
        {/* What it opens stands beside it, so that a wide screen shows it in any case. */}
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
          <SelectField label={say.whose} name="whose" none={say.mine} defaultValue={texts.whose}>
            <option value="colleagues">{say.colleagues}</option>
            <option value="all">{say.all}</option>
          </SelectField>
        )}
        {works && (
          <>
            <OfferedFilter
              label={terms.assignee}
              name="assignee"
              defaultValue={texts.assignee}
              placeholder={say.meNoneAName}
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
              placeholder={say.meOrAName}
              maxLength={200}
            />
            <OfferedFilter
              label={terms.tag}
              name="tag"
              defaultValue={texts.tag}
              placeholder={say.noneOrATag}
              maxLength={TASK_LIMITS.tag}
            />
          </>
        )}
        <SelectField
          key={sortText(sort)}
          className="filters-order"
          label={say.order}
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
