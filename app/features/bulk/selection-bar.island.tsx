import { useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { onListAction } from "~/ui/list-keys";
import { useLazyModule } from "~/ui/use-lazy-module";
import type { Asked } from "./list-actions.island";
import * as say from "./selection-copy";

/** Indexes of the checkboxes that a click sets: from the previously clicked one to this one. `before` null: this one only. */
export function rangeOf(before: number | null, pressed: number): [first: number, last: number] {
  const from = before ?? pressed;
  return [Math.min(from, pressed), Math.max(from, pressed)];
}

const boxesIn = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLInputElement>("td > [name=id]")];

const pickAllIn = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>("th [name=id]");

/** Counts the selected tasks, and sets the checkbox of the whole page accordingly. */
function countPicked(form: HTMLFormElement | null | undefined): number {
  if (!form) return 0;
  const boxes = boxesIn(form);
  const picked = boxes.filter((box) => box.checked).length;
  const all = pickAllIn(form);
  if (all) {
    all.checked = picked > 0 && picked === boxes.length;
    all.indeterminate = picked > 0 && !all.checked;
  }
  return picked;
}

/**
 * Connects a list's checkboxes: the first selects the whole page, and a Shift-click selects a range. Calls `tell` with the
 * number of selected tasks. Returns the cleanup function.
 */
function watchBoxes(form: HTMLFormElement, tell: (count: number) => void) {
  let before: HTMLInputElement | null = null;
  const boxes = () => boxesIn(form);
  const count = () => tell(countPicked(form));
  function pick({ target, shiftKey }: MouseEvent) {
    if (!(target instanceof HTMLInputElement) || target.name !== "id") return;
    const rows = boxes();
    const set = (some: HTMLInputElement[]) => {
      for (const box of some) box.checked = target.checked;
    };
    if (target === pickAllIn(form)) set(rows);
    else {
      const last = before ? rows.indexOf(before) : -1;
      const [from, to] = rangeOf(shiftKey && last >= 0 ? last : null, rows.indexOf(target));
      set(rows.slice(from, to + 1));
      before = target;
    }
    count();
  }
  const reset = () => void setTimeout(count);
  count(); // some may be restored by the browser, or ticked before hydration
  form.addEventListener("click", pick);
  form.addEventListener("reset", reset);
  return () => {
    form.removeEventListener("click", pick);
    form.removeEventListener("reset", reset);
  };
}

const loadActions = () => import("./list-actions.island");

/**
 * Bulk actions for selected tasks. Without scripts it is always visible; with them, once a task is selected, with a menu for
 * each action (`list-actions.island`). `list` is the query of the list's URL.
 */
export function SelectionBar({ list }: { list: string }) {
  const bar = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(0);
  const [actions, wake] = useLazyModule(loadActions);
  const [asked, ask] = useState<Asked | null>(null);

  useEffect(() => {
    const form = bar.current?.closest("form");
    return form ? watchBoxes(form, setCount) : undefined;
  }, []);
  // Rows may have left the list.
  useEffect(() => setCount(countPicked(bar.current?.closest("form"))));
  useEffect(() => {
    if (count > 0) wake();
  }, [count, wake]);
  useEffect(
    () =>
      onListAction((name, from) => {
        wake();
        ask({ name, from });
      }),
    [wake],
  );

  return (
    <div ref={bar} className={count > 0 ? "pick-bar is-on" : "pick-bar"} data-list-actions>
      <input type="hidden" name="list" value={list} />
      <span className="pick-count" role="status">
        {count > 0 && say.selectedCount(count)}
      </span>
      {actions && <actions.ListActions asked={asked} ask={ask} list={list} scope={bar} picked={count} />}
      <Button>{say.changeTasks}</Button>
      <Button type="reset" look="quiet" className="pick-none">
        {say.clearSelection}
      </Button>
    </div>
  );
}
