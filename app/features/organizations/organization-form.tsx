import { Fragment } from "react";
import { choicesOf, controlsOf } from "~/features/records/record-form";
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
  const { control } = controlsOf(ORGANIZATION_LABELS, fields, refusal);
  return (
    <>
      <TextField {...control("name")} required maxLength={ORGANIZATION_LIMITS.name} autoComplete="off" />
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
      <TextArea {...control("note")} rows={4} maxLength={ORGANIZATION_LIMITS.note} />
    </>
  );
}

function SharingFields({
  fields,
  askedDomains,
  refusal,
}: Pick<Parameters<typeof OrganizationFieldset>[0], "fields" | "askedDomains" | "refusal">) {
  const { control } = controlsOf(ORGANIZATION_LABELS, fields, refusal);
  return (
    <>
      <TextArea {...control("domains")} rows={3} autoCapitalize="none" spellCheck={false} hint={say.domainsHint} />
      <SelectField {...control("sharing")} choices={choicesOf(SHARING_NAMES)} hint={say.requestSharingHint} />
      {askedDomains && (
        <>
          <input type="hidden" name="askedDomains" value={askedDomains.join(" ")} />
          <CheckField
            label={say.publicDomainsAnyway(askedDomains.join(", "))}
            name="publicDomains"
            defaultChecked={false}
            refusal={refusal}
          />
        </>
      )}
    </>
  );
}
