import { rangeOf } from "./picking";

/**
 * Keeps the boxes of a list in step: the first is for all of the page; with Shift a box is for all since the one before.
 * `tell` hears how many are chosen. Returns what ends it.
 */
export function watchBoxes(form: HTMLFormElement, tell: (count: number) => void) {
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
