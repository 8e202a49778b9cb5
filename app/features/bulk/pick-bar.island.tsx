import { useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { rangeOf } from "./picking";

/**
 * What is done with the tasks that are chosen in the list. Without scripts it always stands there; with them once one is
 * chosen, and says how many. The first box of the form is for all of the page; with Shift a box is for all since the one before.
 * `list` is what the address of the list asks for.
 */
export function PickBar({ list }: { list: string }) {
  const bar = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(0);

  useEffect(() => {
    const form = bar.current?.closest("form");
    if (!form) return;
    let before: HTMLInputElement | null = null;
    const boxes = () => [...form.querySelectorAll<HTMLInputElement>("td > [name=id]")];
    const all = form.querySelector<HTMLInputElement>("th [name=id]");
    function tell() {
      const picked = boxes().filter((box) => box.checked).length;
      setCount(picked);
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
      tell();
    }
    function reset() {
      setTimeout(tell);
    }
    tell(); // the browser may have kept them, or they were chosen before the scripts came
    form.addEventListener("click", pick);
    form.addEventListener("reset", reset);
    return () => {
      form.removeEventListener("click", pick);
      form.removeEventListener("reset", reset);
    };
  }, []);

  return (
    <div ref={bar} className={count > 0 ? "pick-bar is-on" : "pick-bar"}>
      <input type="hidden" name="list" value={list} />
      <span className="pick-count" role="status">
        {count > 0 && `${count} chosen`}
      </span>
      <Button>Change tasks</Button>
      <Button type="reset" look="quiet" className="pick-none">
        Choose none
      </Button>
    </div>
  );
}
