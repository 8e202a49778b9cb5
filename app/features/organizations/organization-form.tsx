import type { Refusal } from "~/lib/refusal";
import { SelectField, TextArea, TextField } from "~/ui/field";
import { ORGANIZATION_LABELS, ORGANIZATION_LIMITS, type OrganizationFields, SHARING_NAMES } from "./organization-words";
import * as say from "./organizations-texts";

/** What is said about an organization. */
export function OrganizationFieldset({
  fields,
  refusal,
}: {
  fields: OrganizationFields;
  refusal: Refusal | null | undefined;
}) {
  return (
    <>
      <TextField
        label={ORGANIZATION_LABELS.name}
        name="name"
        required
        maxLength={ORGANIZATION_LIMITS.name}
        autoComplete="off"
        defaultValue={fields.name}
        refusal={refusal}
      />
      <TextArea
        label={ORGANIZATION_LABELS.domains}
        name="domains"
        rows={3}
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={fields.domains}
        hint={say.oneDomainALine}
        refusal={refusal}
      />
      <SelectField
        label={ORGANIZATION_LABELS.sharing}
        name="sharing"
        choices={Object.entries(SHARING_NAMES).map(([value, label]) => ({ value, label }))}
        defaultValue={fields.sharing}
        hint={say.whoSeesRequests}
        refusal={refusal}
      />
      <TextArea
        label={ORGANIZATION_LABELS.note}
        name="note"
        rows={4}
        maxLength={ORGANIZATION_LIMITS.note}
        defaultValue={fields.note}
        refusal={refusal}
      />
    </>
  );
}
