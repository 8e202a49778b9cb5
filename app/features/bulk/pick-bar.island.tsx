import { useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import * as say from "./bulk-texts";
import { watchBoxes } from "./pick-boxes";

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
