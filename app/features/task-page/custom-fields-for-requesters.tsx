import { Fragment, useState } from "react";
import * as say from "~/features/custom-fields/custom-fields-copy";
import { OptionalCustomFields, ShowFieldsButton } from "~/features/custom-fields/custom-fields-section";
import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { FormErrors, PageForm, RequestKeyField } from "~/ui/page-form";
import { SectionHeader } from "~/ui/page-header";
import type { RequesterTask } from "./task-read.server";

type Props = { task: Pick<RequesterTask, "type" | "fields">; requestKey: string; refusal: Refusal | null | undefined };

/** Custom fields of a request: read-only ones, and ones to fill in until it's resolved. */
export function RequesterFields({ task, requestKey, refusal }: Props) {
  const { readOnly, form } = task.fields;
  if (readOnly.length === 0 && !form) return null;
  return (
    <section className="own-fields" aria-labelledby="details">
      <SectionHeader title={say.details} id="details" />
      {readOnly.length > 0 && (
        <dl className="facts">
          {readOnly.map(({ label, text }) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      {form && (
        <FieldsForm
          key={JSON.stringify(form.values)}
          {...form}
          type={task.type}
          requestKey={requestKey}
          refusal={refusal}
        />
      )}
    </section>
  );
}

function FieldsForm({
  refusal,
  requestKey,
  type,
  ...rest
}: NonNullable<RequesterTask["fields"]["form"]> & { type: string } & Pick<Props, "requestKey" | "refusal">) {
  const [form] = useState(rest);
  return (
    <PageForm className="form" aria-label={say.details} data-keeps-scroll>
      <FormErrors refusal={refusal} />
      <input type="hidden" name="form" value="own_fields" />
      <RequestKeyField requestKey={requestKey} refusal={refusal} />
      <OptionalCustomFields {...form} type={type} refusal={refusal} />
      <div className="buttons">
        <Button>{say.saveDetails}</Button>
        <ShowFieldsButton fields={form.fields} />
      </div>
    </PageForm>
  );
}
