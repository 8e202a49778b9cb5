import { type ComponentProps, useEffect, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { ChoiceField } from "~/ui/choice-field";
import { SelectField } from "~/ui/field";
import { chosenIn } from "./assignee-choices";
import * as say from "./people-copy";

const load = () => import("./assignee-choices");

type Props = ComponentProps<typeof SelectField> & {
  none: string;
  /** The task, where there is one already: who may take it depends on who may see it. */
  taskId?: number;
};

/**
 * Who is to do it. Without scripts a list to choose from; with them the list holds the value, and people type a name or an
 * address in its place. What they leave there without choosing stays, and is asked about before the form can be sent.
 */
export function AssigneeField({ taskId, ...field }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const isLive = useHydrated();
  // Who was at the list when the scripts came is at the field: hiding it would send them to the beginning of the page.
  const wasAtList = isLive && document.activeElement === box.current?.querySelector("select");
  const takeFocus = wasAtList ? (input: HTMLInputElement | null) => input?.focus() : undefined;

  useEffect(() => {
    const [input, select] = [box.current?.querySelector("input"), box.current?.querySelector("select")];
    if (!isLive || !input || !select) return;
    const judge = () => input.setCustomValidity(input.value === chosenIn(select) ? "" : say.chooseSomebodyFromTheList);
    const show = () => {
      input.value = chosenIn(select);
      judge();
    };
    const mark = () => input.select();
    // The form follows its task, but not under the fingers of whoever is typing.
    const follow = () => document.activeElement !== input && input.validity.valid && show();
    show();
    if (document.activeElement === input) mark();
    select.addEventListener("change", follow);
    input.addEventListener("focus", mark);
    input.addEventListener("input", judge);
    return () => {
      select.removeEventListener("change", follow);
      input.removeEventListener("focus", mark);
      input.removeEventListener("input", judge);
    };
  }, [isLive]);

  return (
    <div className="choice-field" ref={box} data-key="a" data-command={field.label}>
      <SelectField
        {...field}
        instead={
          isLive
            ? (control) => (
                <input {...control} ref={takeFocus} className="input input-choice" type="text" autoComplete="off" />
              )
            : null
        }
      />
      {isLive && <ChoiceField box={box} label={field.label} load={load} own={{ taskId, none: field.none }} />}
    </div>
  );
}
