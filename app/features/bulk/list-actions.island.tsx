import { useNavigate, useRevalidator } from "@remix-run/react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { defaultOf } from "~/features/tasks/tasks";
import * as terms from "~/features/tasks/tasks-copy";
import { Button } from "~/ui/button";
import type { Offer } from "~/ui/choice-list";
import { fieldId } from "~/ui/field";
import { saying } from "~/ui/lazy-toasts";
import { LIST_ROWS } from "~/ui/list-keys";
import { inPlaceHref, type MenuChoices } from "./bulk";
import * as say from "./bulk-copy";
import { changeInPlace, markTasks } from "./change-in-place";
import { ListMenu } from "./list-menu.island";
import { FIELDS, offersFor, removedTag } from "./menu-choices";

/**
 * A requested action: a field's menu, `more` for all actions, `me` to assign to the viewer. `from` is its button or
 * row.
 */
export type Asked = { name: string; from: Element | null };

/** Tasks to change, and the row the action came from. */
type Targets = { ids: number[]; row: Element | null };

const rowLinks = () => [...document.querySelectorAll<HTMLElement>("#content .row-link")];

/** The row's link to a task, which keeps the list. */
const linkTo = (href: string) => rowLinks().find((link) => new URL((link as HTMLAnchorElement).href).pathname === href);

/** The task of a row or card that the viewer may change; null for any other. */
function taskOf(row: Element | null | undefined): number | null {
  const id = row?.getAttribute("data-task") ?? row?.querySelector<HTMLInputElement>("td > [name=id]")?.value;
  return id === undefined ? null : Number(id);
}

/** The name of the status that all of these tasks show, in their rows or as their column's heading. */
function sharedStatus(ids: readonly number[]): string | undefined {
  const rows = rowLinks().map((link) => link.closest(LIST_ROWS));
  const names = ids.map((id) => {
    const row = rows.find((one) => taskOf(one) === id);
    return (row?.closest(".board-column") ?? row)?.querySelector(".status")?.textContent ?? undefined;
  });
  return names.every((name) => name === names[0]) ? names[0] : undefined;
}

/** The selected tasks, else the one that `from` is in. */
function targetsIn(form: HTMLFormElement | null, from: Element | null): Targets {
  const picked = [...(form?.querySelectorAll<HTMLInputElement>("td > [name=id]:checked") ?? [])];
  const row = from?.closest(LIST_ROWS) ?? null;
  if (picked.length > 0) return { ids: picked.map(({ value }) => Number(value)), row };
  const id = taskOf(row);
  return { ids: id === null ? [] : [id], row };
}

async function fetchChoices(href: string, signal: AbortSignal | null = null): Promise<MenuChoices> {
  const answer = await fetch(href, { headers: { Accept: "application/json" }, signal });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

/**
 * The actions of a list: the buttons of its bar, and the menus they and the keys open. They change the selected tasks at
 * once, or the current row's if none is selected, and a toast offers Undo. Without scripts, the bar leads to a page.
 */
export function ListActions({
  asked,
  ask,
  list,
  scope,
  picked = 0,
}: {
  asked: Asked | null;
  ask: (asked: Asked | null) => void;
  /** The query of the list's URL. */
  list: string;
  /** An element in the form that holds the list. */
  scope: RefObject<HTMLElement | null>;
  /** How many tasks are selected. */
  picked?: number;
}) {
  const navigate = useNavigate();
  const { revalidate, state } = useRevalidator();
  const left = useRef<{ link: HTMLElement; at: number } | null>(null);
  const [total, setTotal] = useState<MenuChoices["all"]>(null);
  const [isWhole, setWhole] = useState(false);
  const choices = useRef<Promise<MenuChoices> | null>(null);

  // Once every row of a page is selected, offers the whole list with its count.
  useEffect(() => {
    setTotal(null);
    setWhole(false);
    if (picked === 0 || !isWholePage(scope.current)) return;
    const request = new AbortController();
    fetchChoices(`${inPlaceHref(list)}&all=yes`, request.signal)
      .then(({ all }) => setTotal(all))
      .catch(() => {});
    return () => request.abort();
  }, [picked, list, scope]);

  const readChoices = useCallback(() => {
    choices.current ??= fetchChoices(inPlaceHref(list)).catch((error) => {
      choices.current = null; // the next menu tries again
      throw error;
    });
    return choices.current;
  }, [list]);

  // A changed row may move or leave the list. The focus follows it, or moves to the row in its place.
  useEffect(() => {
    if (state !== "idle" || !left.current) return;
    const { link, at } = left.current;
    left.current = null;
    if (link.isConnected) return;
    const links = rowLinks();
    const moved = links.find((other) => other.getAttribute("href") === link.getAttribute("href"));
    (moved ?? links[Math.min(at, links.length - 1)])?.focus();
  }, [state]);

  function refresh(row: Element | null) {
    const link = row?.querySelector<HTMLElement>(".row-link");
    left.current = link && row?.contains(document.activeElement) ? { link, at: rowLinks().indexOf(link) } : null;
    revalidate();
  }

  async function change({ ids, row }: Targets, wanted: Record<string, string>) {
    const which = isWhole ? { which: "all" } : { which: "chosen", id: ids.join() };
    const changed = await changeInPlace(list, { ...wanted, ...which });
    if (typeof changed === "object") navigate(changed.href);
    else if (changed) refresh(row);
  }

  const mark = async ({ ids, row }: Targets, unread: "yes" | "no") => {
    await markTasks(ids, unread);
    refresh(row);
  };

  /** The page of a bulk change, with these tasks or the whole list, and perhaps a macro. */
  const pageFor = ({ ids }: Targets, macro?: string) =>
    `/tasks/bulk?${new URLSearchParams({ list, id: ids.join(), ...(isWhole && { which: "all" }), ...(macro && { macro }) })}`;

  const targets = asked && targetsIn(scope.current?.closest("form") ?? null, asked.from);
  const count = (isWhole && total?.count) || (targets?.ids.length ?? 0);

  useEffect(() => {
    if (!asked || !targets) return;
    if (targets.ids.length === 0) {
      if (targets.row) void saying((toast) => toast.info(say.cannotChangeThisTask));
      ask(null);
    } else if (asked.name === "me") {
      ask(null);
      void change(targets, { assignee: "me" });
    }
  });

  function moreOf(targets: Targets): Offer[] {
    const [id] = targets.ids;
    const open = (name: string) => () => ask({ name, from: asked?.from ?? null });
    const offer = (label: string, run: () => void): Offer => ({ value: label, label, run });
    const href = `/tasks/${id}`;
    const ofOne = [
      offer(say.openInNewTab, () => window.open(href, "_blank", "noopener")),
      offer(say.copyLink, () => {
        void navigator.clipboard
          ?.writeText(new URL(href, location.href).href)
          .then(() => saying((toast) => toast.success(say.linkCopied(id ?? 0))));
      }),
      offer(say.snooze, () => navigate(`${linkTo(href)?.getAttribute("href") ?? href}#${fieldId("snooze")}`)),
    ];
    const marks = [
      offer(say.markAsRead, () => void mark(targets, "no")),
      offer(say.markAsUnread, () => void mark(targets, "yes")),
    ];
    return [
      offer(terms.assignToMe, () => void change(targets, { assignee: "me" })),
      offer(say.resolve, () => void change(targets, { status: defaultOf("resolved") })),
      ...(isWhole ? [] : marks),
      ...(targets.ids.length === 1 ? ofOne : []),
      ...FIELDS.map(({ name, label }) => offer(say.ellipsis(label), open(name))),
      offer(say.moreChanges, () => navigate(pageFor(targets))),
    ];
  }

  function menu({ name, from }: Asked, targets: Targets) {
    if (targets.ids.length === 0) return null;
    const shared = { from, close: () => ask(null) };
    if (name === "more") {
      return (
        <ListMenu
          key={name}
          {...shared}
          label={say.menuFor(say.actions, targets.ids, count)}
          offers={moreOf(targets)}
        />
      );
    }
    const field = FIELDS.find((one) => one.name === name);
    if (!field) return null;
    const offers = offersFor(field.name, {
      task: count === 1 ? targets.ids[0] : undefined,
      status: isWhole ? undefined : sharedStatus(targets.ids),
      readChoices,
    });
    function take({ value }: Offer) {
      if (value.startsWith("confirm:")) return navigate(pageFor(targets, value.slice("confirm:".length)));
      const removed = removedTag(value);
      void change(targets, removed === null ? { [name]: value } : { removeTags: removed });
    }
    return (
      <ListMenu
        key={name}
        {...shared}
        label={say.menuFor(field.label, targets.ids, count)}
        offers={offers}
        take={take}
      />
    );
  }

  return (
    <>
      {picked > 0 && (
        <>
          {total && <WholeList {...total} isWhole={isWhole} choose={() => setWhole(true)} />}
          {FIELDS.map(({ name, label }) => (
            <Button
              key={name}
              type="button"
              aria-haspopup="dialog"
              onClick={({ currentTarget }) => ask({ name, from: currentTarget })}
            >
              {label}
            </Button>
          ))}
        </>
      )}
      {asked && targets && menu(asked, targets)}
    </>
  );
}

function WholeList({
  count,
  most,
  isWhole,
  choose,
}: {
  count: number;
  most: number;
  isWhole: boolean;
  choose: () => void;
}) {
  if (isWhole) return <span role="status">{say.allSelected(count)}</span>;
  if (count > most) return <span className="pick-hint">{say.narrowToSelectAll(most)}</span>;
  return (
    <Button type="button" look="quiet" onClick={choose}>
      {say.selectAllMatching(count)}
    </Button>
  );
}

/** Whether every row is selected and the list has other pages. */
function isWholePage(scope: HTMLElement | null) {
  const form = scope?.closest("form");
  return form?.querySelector("td > [name=id]:not(:checked)") === null && document.querySelector(".pagination") !== null;
}
