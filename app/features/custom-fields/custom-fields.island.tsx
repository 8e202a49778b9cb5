import { useEffect, useRef, useState } from "react";
import { type FieldValues, ownValue } from "~/lib/field-visibility";
import type { Refusal } from "~/lib/refusal";
import { CustomField } from "./custom-field";
import { fieldName } from "./field-name";
import { type FieldDefinition, shownFields } from "./field-rules";
import { following, formBaseline, SENT, sentState } from "./sync-untouched-fields";

/**
 * Reads custom fields from form entries, by key and in stored form. Unvalidated: only used to decide which fields to show.
 * Several controls of one name come as separate entries, or as one comma-separated text in a refusal.
 */
export function readTyped(
  entries: Iterable<readonly [string, unknown]>,
  fields: readonly FieldDefinition[],
): Record<string, string> {
  const sent = new Map<string, string[]>();
  for (const [name, text] of entries) {
    if (typeof text === "string") sent.set(name, [...(sent.get(name) ?? []), text]);
  }
  const typed = new Map<string, string>();
  for (const { key, kind } of fields) {
    const texts = sent.get(fieldName(key));
    if (!texts) continue;
    const keys = texts.flatMap((text) => text.split(",")).filter((text) => text !== "");
    if (kind === "multiselect") typed.set(key, keys.length > 0 ? JSON.stringify(keys) : "");
    else if (kind === "boolean") typed.set(key, keys.includes("1") ? "1" : "");
    else typed.set(key, texts[0] ?? "");
  }
  return Object.fromEntries(typed);
}

type Props = {
  fields: readonly FieldDefinition[];
  /** The task's values as its form shows them. */
  values: FieldValues;
  type: string;
  refusal: Refusal | null | undefined;
};

/**
 * Custom fields inside a form with a `type` control. Shows and hides fields as the type and other fields change, as the
 * server does on render. Untouched fields follow the task.
 */
export function CustomFields({ fields, values, type, refusal }: Props) {
  const [form, setForm] = useState(() => {
    const { was, shown } = formBaseline(named(fields, values), sentIn(refusal, fields), refusal?.asked ?? []);
    return { type: refusal?.values.type ?? type, was, values: byKey(fields, shown) };
  });
  const place = useRef<HTMLInputElement>(null);
  const current = JSON.stringify(named(fields, values));

  useEffect(() => {
    const element = place.current?.form;
    if (!element) return;
    const typedIn = () => [...new FormData(element)] as [string, string][];
    function follow() {
      const data = typedIn();
      const chosen = data.find(([name]) => name === "type")?.[1];
      setForm((before) => ({
        ...before,
        type: chosen ?? before.type,
        values: { ...before.values, ...readTyped(data, fields) },
      }));
    }
    setForm((before) => {
      const typed: Record<string, string> = named(fields, { ...before.values, ...readTyped(typedIn(), fields) });
      const at = element.contains(document.activeElement) && document.activeElement?.getAttribute("name");
      const now: Record<string, string> = JSON.parse(current);
      if (at && typed[at] !== now[at]) delete typed[at]; // the focused control counts as touched
      for (const control of element.querySelectorAll(`[${SENT}]`)) {
        const name = control.getAttribute("name") ?? "";
        if (sentState(control) === "unchanged") typed[name] = before.was[name] ?? "";
        else delete typed[name];
      }
      const { was, set } = following(before.was, typed, now);
      if (Object.keys(set).length === 0) return before;
      return { ...before, was, values: { ...before.values, ...byKey(fields, set) } };
    });
    element.addEventListener("change", follow);
    return () => element.removeEventListener("change", follow);
  }, [fields, current]);

  return (
    <>
      <input type="hidden" ref={place} />
      {shownFields(fields, form.type, form.values).map((field) => {
        const was = form.was[fieldName(field.key)] ?? "";
        return <CustomField key={`${field.key} ${was}`} {...{ field, was, refusal }} typed={form.values} />;
      })}
    </>
  );
}

const named = (fields: readonly FieldDefinition[], values: FieldValues) =>
  Object.fromEntries(fields.map(({ key }) => [fieldName(key), ownValue(values, key) ?? ""]));

const byKey = (fields: readonly FieldDefinition[], values: Readonly<Partial<FieldValues>>) =>
  Object.fromEntries(
    fields.flatMap(({ key }) => {
      const value = values[fieldName(key)];
      return value === undefined ? [] : [[key, value]];
    }),
  );

/** The typed values and baselines of a refused form. */
function sentIn(refusal: Refusal | null | undefined, fields: readonly FieldDefinition[]) {
  if (!refusal) return undefined;
  const typed = readTyped(Object.entries(refusal.values), fields);
  const sent = Object.keys(typed).flatMap((key) => {
    const [name, was] = [fieldName(key), refusal.values[`was_${fieldName(key)}`]];
    return was === undefined
      ? [[name, typed[key]]]
      : [
          [name, typed[key]],
          [`was_${name}`, was],
        ];
  });
  return Object.fromEntries(sent) as Record<string, string>;
}
