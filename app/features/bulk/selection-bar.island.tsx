import { useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import * as say from "./bulk-copy";

/**
 * Boxes that become like the one that was pressed with Shift: those from the one that was pressed before up to it. Both by
 * their place in the list; without a box before it is that one alone.
 */
export function rangeOf(before: number | null, pressed: number): [first: number, last: number] {
  const from = before ?? pressed;
  return [Math.min(from, pressed), Math.max(from, pressed)];
}

/**
 * Keeps the boxes of a list in step: the first is for all of the page; with Shift a box is for all since the one before.
 * `tell` hears how many are chosen. Returns what ends it.
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
  count(); // some may be kept by the browser, or were chosen before the scripts came
  form.addEventListener("click", pick);
  form.addEventListener("reset", reset);
  return () => {
    form.removeEventListener("click", pick);
    form.removeEventListener("reset", reset);
  };
}

/**
 * What is done with the tasks that are chosen in the list. Without scripts it always stands there; with them once one is
 * chosen, and says how many.
 * `list` is what the address of the list asks for.
 */
export function PickBar({ list }: { list: string }) {
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
        {count > 0 && say.chosen(count)}
      </span>
      <Button>{say.changeTasks}</Button>
      <Button type="reset" look="quiet" className="pick-none">
        {say.chooseNone}
      </Button>
    </div>
  );
}
