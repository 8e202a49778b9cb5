import type { ComponentProps, ReactNode } from "react";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { FormErrors, PageForm } from "~/ui/page-form";

type Props = Omit<ComponentProps<typeof TextField>, "form" | "title"> & {
  /** By this the server knows it. */
  form: "checklist" | "participants" | "watchers";
  title: string;
  button: string;
  requestKey: string;
  /** With another value the field is empty again. */
  emptiedBy?: string | number;
  children?: ReactNode;
};

/** A form of one field that says what is wrong with it, on a page of many. Children are what else it sends. */
export function OneFieldForm({
  form,
  title,
  button,
  requestKey,
  emptiedBy,
  className,
  refusal,
  children,
  ...field
}: Props) {
  return (
    <PageForm className={className} aria-label={title} data-keeps-scroll>
      {refusal?.parked && <FormErrors refusal={refusal} />}
      <input type="hidden" name="form" value={form} />
      <input type="hidden" name="requestKey" value={requestKey} />
      {children}
      <TextField key={emptiedBy} {...field} refusal={refusal} isAlone required autoComplete="off" />
      <Button>{button}</Button>
    </PageForm>
  );
}
