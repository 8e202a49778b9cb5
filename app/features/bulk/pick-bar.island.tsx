import { useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { useLater } from "~/ui/later";
import * as say from "./bulk-texts";

const loadBoxes = () => import("./pick-boxes");

/**
 * What is done with the tasks that are chosen in the list. Without scripts it always stands there; with them once one is
 * chosen, and says how many.
 * `list` is what the address of the list asks for.
 */
export function PickBar({ list }: { list: string }) {
  const bar = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(0);

  const [later, wake] = useLater(loadBoxes);
  const early = useRef<MouseEvent[]>([]);

  useEffect(() => {
    const form = bar.current?.closest("form");
    if (!form) return;
    if (later) return later.watchBoxes(form, setCount, early.current.splice(0));
    if (form.querySelector("[name=id]:checked")) wake(); // kept by the browser, or chosen before the scripts came
    function onClick(event: MouseEvent) {
      if ((event.target as Element).matches("[name=id]")) early.current.push(event);
      if (early.current.length > 0) wake();
    }
    form.addEventListener("click", onClick);
    return () => form.removeEventListener("click", onClick);
  }, [later, wake]);

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
