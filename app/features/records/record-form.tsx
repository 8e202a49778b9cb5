import type { ComponentProps } from "react";
import type { Refusal } from "~/lib/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { PageForm } from "~/ui/page-form";
import * as say from "./records-copy";

/** Props of a record form's controls, by field name: the label, the value and the errors. */
export function controlsOf<F extends object>(
  labels: Readonly<Record<keyof F & string, string>>,
  fields: F,
  refusal: Refusal | null | undefined,
) {
  const shared = <N extends keyof F & string>(name: N) => ({ label: labels[name], name, refusal });
  return {
    control: <N extends keyof F & string>(name: N) => ({ ...shared(name), defaultValue: fields[name] }),
    checkbox: <N extends keyof F & string>(name: N) => ({ ...shared(name), defaultChecked: fields[name] }),
  };
}

export const choicesOf = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** A refused edit; `current`: the record as others saved it in the meantime. */
type Answered = { refusal: Refusal; current: object | null };

/**
 * Hidden `was_` fields: the baseline that detects others' changes. After a conflict it is the others' values; after any
 * other refusal it doesn't change.
 */
export function Baseline({ fields, answered }: { fields: object; answered: Answered | null | undefined }) {
  const before = answered?.current ? {} : (answered?.refusal.values ?? {});
  return Object.entries(answered?.current ?? fields).map(([field, value]) => {
    const name = `was_${field}`;
    return <input key={name} type="hidden" name={name} value={before[name] ?? asText(value)} />;
  });
}

const asText = (value: unknown) => (typeof value === "boolean" ? (value ? "yes" : "no") : String(value));

/** A form that posts to its own page, with a submit button and a link back to `cancel`. */
export const RecordForm = ({
  submit,
  cancel,
  children,
  ...form
}: Omit<ComponentProps<typeof PageForm>, "ref"> & { submit: string; cancel: string }) => (
  <PageForm {...form}>
    {children}
    <div className="buttons">
      <Button look="primary">{submit}</Button>
      <ButtonLink look="quiet" href={cancel}>
        {say.cancel}
      </ButtonLink>
    </div>
  </PageForm>
);
