import { AWAITED, CATEGORIES, type Category } from "~/features/tasks/tasks";
import type { Refusal } from "~/lib/refusal";
import { CheckField, SelectField, TextField } from "~/ui/field";
import * as say from "./catalogue-copy";
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
  return (
    <>
      <TextField
        label={STATUS_LABELS.name}
        name="name"
        required
        maxLength={STATUS_LIMITS.name}
        autoComplete="off"
        defaultValue={fields.name}
        refusal={refusal}
      />
      <TextField
        label={STATUS_LABELS.requesterName}
        name="requesterName"
        maxLength={STATUS_LIMITS.name}
        autoComplete="off"
        defaultValue={fields.requesterName}
        hint={say.whatRequestersAreTold}
        refusal={refusal}
      />
      {isNew ? (
        <SelectField
          label={STATUS_LABELS.category}
          name="category"
          defaultValue={fields.category}
          choices={CATEGORIES.map((key: Category) => ({ value: key, label: CATEGORY_NAMES[key] }))}
          hint={say.whatCategoriesDecide}
          refusal={refusal}
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
        label={STATUS_LABELS.awaits}
        name="awaits"
        defaultValue={fields.awaits}
        choices={AWAITED.map((key) => ({ value: key, label: AWAITS_NAMES[key] }))}
        hint={say.whatAwaitingFinds}
        refusal={refusal}
      />
      <SelectField
        label={STATUS_LABELS.colour}
        name="colour"
        defaultValue={fields.colour}
        choices={Object.entries(COLOURS).map(([value, label]) => ({ value, label }))}
        hint={say.colourOfItsMark}
        refusal={refusal}
      />
      {(isNew || fields.category === "waiting") && (
        <CheckField
          label={STATUS_LABELS.pausesResolution}
          name="pausesResolution"
          defaultChecked={fields.pausesResolution}
          {...(isNew && { hint: say.onlyWhereWaiting })}
          refusal={refusal}
        />
      )}
      <CheckField
        label={STATUS_LABELS.isDefault}
        name="isDefault"
        defaultChecked={fields.isDefault}
        hint={say.whatDefaultsAre}
        refusal={refusal}
      />
    </>
  );
}
