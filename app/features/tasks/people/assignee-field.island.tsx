import { type ComponentProps, useEffect, useId, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Button } from "~/ui/button";
import { ChoiceField } from "~/ui/choice-field";
import { SelectField } from "~/ui/field";
import { choose, chosenIn } from "./chosen-assignee";

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
  const id = useId();
  const [unchosen, setUnchosen] = useState<{ typed: string; chosen: string } | null>(null);

  useEffect(() => {
    const [input, select] = [box.current?.querySelector("input"), box.current?.querySelector("select")];
    if (!isLive || !input || !select) return;
    const show = () => {
      input.value = chosenIn(select);
      accept();
    };
    const accept = () => {
      input.setCustomValidity("");
      setUnchosen(null);
    };
    const leave = () => {
      const [typed, chosen] = [input.value.trim(), chosenIn(select)];
      if (typed === "") choose(select, "", field.none);
      if (typed === "" || typed === chosen) return show();
      input.setCustomValidity("Choose somebody from the list.");
      setUnchosen({ typed, chosen });
    };
    // What is typed is no choice yet: the form waits for one.
    const wait = (event: KeyboardEvent) => {
      if (event.key === "Enter" && input.value.trim() !== "" && input.value !== chosenIn(select)) {
        event.preventDefault();
      }
      if (event.key === "Enter" && input.value.trim() === "") choose(select, "", field.none);
      if (event.key === "Escape") show();
    };
    const mark = () => input.select();
    // The form follows its task, but not under the fingers of whoever is typing.
    const follow = () => document.activeElement !== input && input.validity.valid && show();
    show();
    select.addEventListener("change", follow);
    input.addEventListener("focus", mark);
    input.addEventListener("input", accept);
    input.addEventListener("blur", leave);
    input.addEventListener("keydown", wait);
    return () => {
      select.removeEventListener("change", follow);
      input.removeEventListener("focus", mark);
      input.removeEventListener("input", accept);
      input.removeEventListener("blur", leave);
      input.removeEventListener("keydown", wait);
    };
  }, [isLive, field.none]);

  function keep() {
    const input = box.current?.querySelector("input");
    if (!input || !unchosen) return;
    input.value = unchosen.chosen;
    input.dispatchEvent(new Event("input"));
    input.focus();
  }

  const wrong = unchosen && { "aria-invalid": true, "aria-describedby": id };
  return (
    <div className="choice-field" ref={box}>
      <SelectField
        {...field}
        instead={
          isLive
            ? (control) => (
                <input {...control} {...wrong} className="input input-choice" type="text" autoComplete="off" />
              )
            : null
        }
      />
      {isLive && <ChoiceField box={box} label={field.label} load={load} own={{ taskId, none: field.none }} />}
      {isLive && (
        <p className={unchosen ? "field-error" : "unseen"} id={id} role="status">
          {unchosen && `“${unchosen.typed}” was not chosen from the list.`}
        </p>
      )}
      {unchosen && (
        <Button type="button" onClick={keep}>
          Keep {unchosen.chosen}
        </Button>
      )}
    </div>
  );
}
