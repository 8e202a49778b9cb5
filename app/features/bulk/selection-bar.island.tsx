import { useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import * as say from "./bulk-copy";

/** Indexes of the checkboxes that a click sets: from the previously clicked one to this one. `before` null: this one only. */
export function rangeOf(before: number | null, pressed: number): [first: number, last: number] {
  const from = before ?? pressed;
  return [Math.min(from, pressed), Math.max(from, pressed)];
}

/**
 * Connects a list's checkboxes: the first selects the whole page, and a Shift-click selects a range. Calls `tell` with the
 * number of selected tasks. Returns the cleanup function.
 */
function watchBoxes(form: HTMLFormElement, tell: (count: number) => void) {
  let before: HTMLInputElement | null = null;
  const boxes = () => [...form.querySelectorAll<HTMLInputElement>("td > [name=id]")];
  const all = form.querySelector<HTMLInputElement>("th [name=id]");
  function count() {
    const picked = boxes().filter((box) => box.checked).length;
    tell(picked);
    if (!all) return;
    all.checked = picked > 0 && picked === boxes().length;
    all.indeterminate = picked > 0 && !all.checked;
  }
  function pick({ target, shiftKey }: MouseEvent) {
    if (!(target instanceof HTMLInputElement) || target.name !== "id") return;
    const rows = boxes();
    const set = (some: HTMLInputElement[]) => {
      for (const box of some) box.checked = target.checked;
    };
    if (target === all) set(rows);
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

/**
 * Bulk actions for selected tasks. Without scripts it is always visible; with them, once a task is selected. `list` is the
 * query of the list's URL.
 */
export function SelectionBar({ list }: { list: string }) {
  const bar = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(0);

  useEffect(() => {
    const form = bar.current?.closest("form");
    return form ? watchBoxes(form, setCount) : undefined;
  }, []);

  return (
    <div ref={bar} className={count > 0 ? "pick-bar is-on" : "pick-bar"}>
      <input type="hidden" name="list" value={list} />
      <span className="pick-count" role="status">
        {count > 0 && say.selectedCount(count)}
      </span>
      <Button>{say.changeTasks}</Button>
      <Button type="reset" look="quiet" className="pick-none">
        {say.clearSelection}
      </Button>
    </div>
  );
}
