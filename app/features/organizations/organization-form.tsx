import { Fragment } from "react";
import type { Refusal } from "~/lib/refusal";
import { CheckField, SelectField, TextArea, TextField } from "~/ui/field";
import {
  ADMIN_FIELDS,
  ORGANIZATION_LABELS,
  ORGANIZATION_LIMITS,
  type OrganizationFields,
  organizationValue,
  SHARING_NAMES,
} from "./organizations";
import * as say from "./organizations-copy";

export function OrganizationFieldset({
  fields,
  setsSharing,
  askedDomains,
  refusal,
}: {
  fields: OrganizationFields;
  /** Whether the viewer may change domains and sharing, or only read them. */
  setsSharing: boolean;
  /** Public domains to confirm, after a refusal. */
  askedDomains: readonly string[] | undefined;
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
      {setsSharing ? (
        <SharingFields fields={fields} askedDomains={askedDomains} refusal={refusal} />
      ) : (
        <div>
          <dl className="facts">
            {ADMIN_FIELDS.map((field) => (
              <Fragment key={field}>
                <dt>{ORGANIZATION_LABELS[field]}</dt>
                <dd>{organizationValue(field, fields)}</dd>
              </Fragment>
            ))}
          </dl>
          <p className="hint">{say.onlyAdminsChangeThese}</p>
        </div>
      )}
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

function SharingFields({
  fields,
  askedDomains,
  refusal,
}: Pick<Parameters<typeof OrganizationFieldset>[0], "fields" | "askedDomains" | "refusal">) {
  return (
    <>
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
      {askedDomains && (
        <>
          <input type="hidden" name="askedDomains" value={askedDomains.join(" ")} />
          <CheckField
            label={say.domainsAnyway(askedDomains.join(", "))}
            name="publicDomains"
            defaultChecked={false}
            refusal={refusal}
          />
        </>
      )}
    </>
  );
}
