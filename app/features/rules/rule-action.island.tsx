import { useEffect, useRef, useState } from "react";
import { choicesOf } from "~/features/records/record-form";
import { listen } from "~/lib/listen";
import type { Refusal } from "~/lib/refusal";
import { ChoiceField } from "~/ui/choice-field";
import { SelectField, TextArea, TextField } from "~/ui/field";
import { type ActionOffers, inOneLine } from "./action-offers";
import { ACTIONS, isActionKind, WITH_SEVERAL } from "./rules";
import * as say from "./rules-copy";

const load = () => import("./value-choices");

type Control = { label: string; name: string; defaultValue: string; refusal: Refusal | null | undefined };

const fieldIn = (box: HTMLElement | null) =>
  box?.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");

/**
 * A rule's action with its typed value. With scripts, kinds with known values suggest them; their field is then a
 * single line, because only that can be a combobox.
 */
export function RuleAction({ kind, value, offers }: { kind: Control; value: Control; offers: ActionOffers }) {
  const row = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const settled = useRef("");
  const hadFocus = useRef(false);
  const [chosen, choose] = useState(""); // none until hydration
  const suggested = isActionKind(chosen) ? offers[chosen] : undefined;
  const hasList = suggested !== undefined;

  useEffect(() => {
    const select = row.current?.querySelector("select");
    if (!select) return;
    function follow() {
      const field = fieldIn(box.current);
      // A single-line field drops line breaks; switching back to the original kind restores them.
      if (field && field.value !== inOneLine(settled.current)) settled.current = field.value;
      hadFocus.current = field === document.activeElement;
      choose(select?.value ?? "");
    }
    follow();
    return listen(select, { change: follow });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another field takes over the text of the one before.
  useEffect(() => {
    const field = fieldIn(box.current);
    if (!field) return;
    field.value = settled.current;
    if (hadFocus.current) field.focus();
  }, [hasList]);

  return (
    <div className="rule-action" ref={row}>
      <SelectField {...kind} none={say.noAction} choices={choicesOf(ACTIONS)} />
      <div className="choice-field" ref={box}>
        {hasList ? <TextField {...value} autoComplete="off" spellCheck={false} /> : <TextArea {...value} rows={1} />}
        {hasList && isActionKind(chosen) && (
          <ChoiceField
            key={chosen} // a list that's open has values of the kind before
            box={box}
            label={ACTIONS[chosen]}
            load={load}
            own={{ offers: suggested, isSeveral: WITH_SEVERAL.includes(chosen), settled }}
          />
        )}
      </div>
    </div>
  );
}
