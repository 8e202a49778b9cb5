import { useEffect, useRef, useState } from "react";
import type { Refusal } from "~/lib/refusal";
import { type FieldValues, ownValue } from "~/lib/shown-field";
import { Button } from "~/ui/button";
import { CustomField } from "./custom-field";
import { type FieldDefinition, shownFields } from "./field-rules";
import { readTyped } from "./typed-fields";

type Props = {
  fields: readonly FieldDefinition[];
  /** What the task has, as a form shows it. */
  values: FieldValues;
  type: string;
  refusal: Refusal | null | undefined;
};

/**
 * The fields that an admin has defined, in the form around this, which has a field `type`. What is shown follows from the
 * type and from other fields: by the server when the form comes, here while it is filled in.
 */
export function CustomFields({ fields, values, type, refusal }: Props) {
  const start = refusal ? readTyped(Object.entries(refusal.values), fields) : {};
  const [typed, setTyped] = useState({ type: refusal?.values.type ?? type, values: { ...values, ...start } });
  const place = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const form = place.current?.form;
    if (!form) return;
    function follow() {
      const data = [...new FormData(form ?? undefined)] as [string, string][];
      const chosen = data.find(([name]) => name === "type")?.[1];
      setTyped((before) => ({
        type: chosen ?? before.type,
        values: { ...before.values, ...readTyped(data, fields) },
      }));
    }
    form.addEventListener("change", follow);
    return () => form.removeEventListener("change", follow);
  }, [fields]);

  return (
    <>
      <input type="hidden" ref={place} />
      {shownFields(fields, typed.type, typed.values).map((field) => (
        <CustomField
          key={field.key}
          field={field}
          was={ownValue(values, field.key) ?? ""}
          typed={typed.values}
          refusal={refusal}
        />
      ))}
      {fields.some((field) => field.types.length > 0 || field.showIf) && (
        <noscript>
          <Button name="show" value="fields" formNoValidate>
            Show the fields for these choices
          </Button>
        </noscript>
      )}
    </>
  );
}
