import type { ComponentProps, ReactNode } from "react";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { FormErrors, PageForm } from "~/ui/page-form";

type Props = Omit<ComponentProps<typeof TextField>, "form" | "title"> & {
  /** Tells the action which form was submitted. */
  form: "checklist" | "participants" | "watchers";
  title: string;
  button: string;
  requestKey: string;
  /** A new value clears the field. */
  emptiedBy?: string | number;
  children?: ReactNode;
};

/** A one-field form that shows its own errors, on a page with several forms. Children add hidden inputs. */
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
