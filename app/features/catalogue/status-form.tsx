import { choicesOf, controlsOf } from "~/features/records/record-form";
import { AWAITED, CATEGORIES, type Category } from "~/features/tasks/tasks";
import type { Refusal } from "~/lib/refusal";
import { CheckField, SelectField, TextField } from "~/ui/field";
import * as say from "./catalogue-copy";
import { StatusPreview } from "./status-preview.island";
import {
  AWAITS_NAMES,
  CATEGORY_NAMES,
  COLOURS,
  STATUS_LABELS,
  STATUS_LIMITS,
  type StatusFields,
  statusValue,
} from "./statuses";

/** The fields of a status. Only a new status can choose its category. */
export function StatusFieldset({
  fields,
  isNew = false,
  refusal,
}: {
  fields: StatusFields;
  isNew?: boolean;
  refusal: Refusal | null | undefined;
}) {
  const { control, checkbox } = controlsOf(STATUS_LABELS, fields, refusal);
  return (
    <>
      <TextField {...control("name")} required maxLength={STATUS_LIMITS.name} autoComplete="off" />
      <TextField
        {...control("requesterName")}
        maxLength={STATUS_LIMITS.name}
        autoComplete="off"
        hint={say.requesterNameHint}
      />
      {isNew ? (
        <SelectField
          {...control("category")}
          choices={CATEGORIES.map((key: Category) => ({ value: key, label: CATEGORY_NAMES[key] }))}
          hint={say.categoryHint}
        />
      ) : (
        <>
          <input type="hidden" name="category" value={fields.category} />
          <p className="field">
            <span className="field-label">{STATUS_LABELS.category}</span>
            <span>{statusValue("category", fields)}</span>
          </p>
        </>
      )}
      <SelectField
        {...control("awaits")}
        choices={AWAITED.map((key) => ({ value: key, label: AWAITS_NAMES[key] }))}
        hint={say.waitingOnHint}
      />
      <SelectField {...control("colour")} choices={choicesOf(COLOURS)} hint={say.colourHint} />
      {(isNew || fields.category === "waiting") && (
        <CheckField {...checkbox("pausesResolution")} className="if-waiting" {...(isNew && { hint: say.pausesHint })} />
      )}
      <CheckField {...checkbox("isDefault")} hint={say.defaultHint} />
      <StatusPreview {...fields} />
    </>
  );
}
