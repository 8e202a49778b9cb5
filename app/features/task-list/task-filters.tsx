import { useLocation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { offeredTypes, PRIORITIES, statuses, statusOf, TASK_LIMITS } from "~/features/tasks/tasks";
import * as terms from "~/features/tasks/tasks-copy";
import { USER_LIMITS } from "~/features/users/users";
import { useApplyWhenChosen } from "~/ui/apply-when-chosen";
import { Button } from "~/ui/button";
import { SelectField } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { SearchBox } from "~/ui/search-field";
import { SelectChip, TextChip } from "./filter-chip.island";
import type { Grouping } from "./task-groups";
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
  team: string;
  type: string;
  /** For requesters whose organization shares requests: `colleagues` or `all`; otherwise their own. */
  whose: string;
};

/** No filter is set. */
export const NO_FILTERS: FilterTexts = {
  q: "",
  status: "",
  assignee: "",
  priority: "",
  requester: "",
  tag: "",
  team: "",
  type: "",
  whose: "",
};

/** Longest requester or team that a filter takes. */
export const TEXT_FILTER = 200;

/** Filters of agents. Each is a key of the query language. */
export const FILTERS = ["status", "assignee", "priority", "team", "type", "requester", "tag"] as const;
export type FilterName = (typeof FILTERS)[number];

/** Values of the filters that a list's query sets. */
export type Chips = Partial<Record<FilterName | "whose", { value: string; label: string }>>;

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

const statusChoices = (works: boolean) => [
  { value: "open", label: say.open },
  { value: "done", label: say.done },
  { value: "any", label: say.any },
  ...(works ? statuses().map(({ key, name }) => ({ value: key, label: name })) : []),
];

const WHOSE_CHOICES = [
  { value: "colleagues", label: say.colleagues },
  { value: "all", label: say.anyone },
];

/** Whether an order is for agents only. */
const isInner = (order: string) => INNER_SORTS.some((sort) => order.startsWith(`${sort}-`));
const OUTER_ORDERS = ORDERS.filter(({ value }) => !isInner(value));

type Props = {
  /** The query field, named `q`. It shows the whole query, filters included. */
  search: ReactNode;
  /** The whole query. */
  shown: string;
  texts: FilterTexts;
  chips: Partial<Record<keyof Chips, { value: string; label: string; without: string }>>;
  /** Whether the list has open tasks only unless a status is chosen. */
  isOpenOnly: boolean;
  sort: Sort;
  /** Groups of the list, or `board`. */
  layout?: Grouping | "board" | null;
  /** Default order for these filters. Sent as an empty value, so a `sort:` in the typed query can take effect. */
  unsaid: Sort;
  /** Whether the viewer is an agent; requesters get fewer filters. */
  works: boolean;
  /** Whether a requester also sees colleagues' requests. */
  shares?: boolean;
};

/**
 * Filters of a list: a plain GET form, so every list has a URL. With scripts, a chosen filter applies at once. On small
 * screens the chips collapse behind a button unless one is set. They include the order, because headings that sort are
 * hidden there.
 */
export function TaskFilters(props: Props) {
  const { search, shown, texts, chips, isOpenOnly, sort, layout = null, unsaid, works, shares = false } = props;
  const applyWhenChosen = useApplyWhenChosen();
  const form = useFollowingForm(JSON.stringify(texts));
  const usual = sortText(unsaid);
  const sentFor = (order: string) => (order === usual ? "" : order);
  return (
    <search>
      <form className="filters" method="get" action="/tasks" aria-label={say.filters} {...form}>
        {search}
        <input type="hidden" name="shown" value={shown} />
        <input type="hidden" name="rest" value={texts.q} />
        {layout && <input type="hidden" name={layout === "board" ? "layout" : "group"} value={layout} />}
        {/* The chips are siblings, so that a wide screen always shows them. */}
        <details className="filters-more" open={Object.keys(chips).length > 0}>
          <summary className="button">
            <Icon name="filter" />
            {say.filters}
          </summary>
        </details>
        <SelectChip
          key={`status ${chips.status?.value}`}
          label={terms.status}
          name="status"
          chip={chips.status}
          unset={isOpenOnly ? say.open : terms.status}
          choices={statusChoices(works).filter(({ value }) => chips.status || !isOpenOnly || value !== "open")}
        />
        {shares && (
          <SelectChip
            key={`whose ${chips.whose?.value}`}
            label={say.requestedBy}
            name="whose"
            chip={chips.whose}
            unset={say.mine}
            choices={WHOSE_CHOICES}
          />
        )}
        {works && (
          <>
            <TextChip label={terms.assignee} name="assignee" chip={chips.assignee} maxLength={USER_LIMITS.typed} />
            <SelectChip
              key={`priority ${chips.priority?.value}`}
              label={terms.priority}
              name="priority"
              chip={chips.priority}
              choices={PRIORITY_CHOICES}
            />
            <TextChip label={terms.team} name="team" chip={chips.team} maxLength={TEXT_FILTER} />
            <SelectChip
              key={`type ${chips.type?.value}`}
              label={terms.type}
              name="type"
              chip={chips.type}
              choices={offeredTypes().map(({ key, name }) => ({ value: key, label: name }))}
            />
            <TextChip label={terms.requester} name="requester" chip={chips.requester} maxLength={TEXT_FILTER} />
            <TextChip label={terms.tag} name="tag" chip={chips.tag} maxLength={TASK_LIMITS.tag} />
          </>
        )}
        <SelectField
          key={sortText(sort)}
          className="filters-order"
          label={say.sortBy}
          name="sort"
          defaultValue={sentFor(sortText(sort))}
          {...applyWhenChosen}
          choices={(works ? ORDERS : OUTER_ORDERS).map(({ value, label }) => ({ value: sentFor(value), label }))}
        />
        <Button icon="filter">{say.filter}</Button>
      </form>
    </search>
  );
}

/**
 * Text fields show the filters of each new list. Text typed after the form was sent stays. `list` identifies the filters.
 */
function useFollowingForm(list: string) {
  const ref = useRef<HTMLFormElement>(null);
  const sent = useRef<FormData | null>(null);
  const shown = useRef(list);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer ends a form's way, also to the same list.
  useEffect(() => {
    const fields = ref.current?.querySelectorAll<HTMLInputElement>("input:not([type=hidden])") ?? [];
    for (const field of shown.current === list ? [] : fields) {
      if (sent.current && sent.current.get(field.name) !== field.value) continue;
      field.value = field.defaultValue;
      const next = field.dataset.focusNext;
      if (next && field === document.activeElement) document.getElementById(next)?.focus({ preventScroll: true });
    }
    shown.current = list;
    sent.current = null;
  }, [list, key]);
  return {
    ref,
    onSubmit: ({ currentTarget }: FormEvent<HTMLFormElement>) => {
      sent.current = new FormData(currentTarget);
    },
  };
}
