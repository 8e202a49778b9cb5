import { type ComponentProps, useEffect, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { ChoiceField } from "~/ui/choice-field";
import { SelectField } from "~/ui/field";
import { chosenIn } from "./chosen-in";
import * as say from "./people-copy";

const load = () => import("./assignee-choices");

type Props = ComponentProps<typeof SelectField> & {
  none: string;
  /** Absent for a new task. Access to the task limits who can be assigned. */
  taskId?: number;
};

/**
 * The assignee field. Without scripts it's a select; with them, users type a name or address and the select keeps the
 * value. Text left without a choice stays, and must be resolved before the form can be sent.
 */
export function AssigneeField({ taskId, ...field }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const isLive = useHydrated();
  // Hydration hides the select. If it has focus, move that to the input, or it falls back to the top of the page.
  const wasAtList = isLive && document.activeElement === box.current?.querySelector("select");
  const takeFocus = wasAtList ? (input: HTMLInputElement | null) => input?.focus() : undefined;

  useEffect(() => {
    const [input, select] = [box.current?.querySelector("input"), box.current?.querySelector("select")];
    if (!isLive || !input || !select) return;
    const judge = () => input.setCustomValidity(input.value === chosenIn(select) ? "" : say.chooseAPerson);
    const show = () => {
      input.value = chosenIn(select);
      judge();
    };
    const mark = () => input.select();
    // Follow the select, but never overwrite what the user is typing.
    const follow = () => document.activeElement !== input && input.validity.valid && show();
    show();
    if (document.activeElement === input) mark();
    const listening = new AbortController();
    const { signal } = listening;
    select.addEventListener("change", follow, { signal });
    input.addEventListener("focus", mark, { signal });
    input.addEventListener("input", judge, { signal });
    return () => listening.abort();
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
