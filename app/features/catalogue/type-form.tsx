import { choicesOf, controlsOf } from "~/features/records/record-form";
import { PRIORITIES } from "~/features/tasks/tasks";
import type { Refusal } from "~/lib/refusal";
import { CheckField, SelectField, TextArea, TextField } from "~/ui/field";
import { SectionHeader } from "~/ui/page-header";
import * as say from "./catalogue-copy";
import { TYPE_ICONS, TYPE_LABELS, TYPE_LIMITS, type TypeFields } from "./types";

/** The fields of a type. `teams` are those that take new tasks. */
export function TypeFieldset({
  fields,
  teams,
  refusal,
}: {
  fields: TypeFields;
  teams: readonly { name: string }[];
  refusal: Refusal | null | undefined;
}) {
  const { control, checkbox } = controlsOf(TYPE_LABELS, fields, refusal);
  const names = new Set([...teams.map(({ name }) => name), ...(fields.team ? [fields.team] : [])]);
  return (
    <>
      <TextField {...control("name")} required maxLength={TYPE_LIMITS.name} autoComplete="off" />
      <TextArea {...control("description")} rows={2} maxLength={TYPE_LIMITS.description} hint={say.descriptionHint} />
      <CheckField {...checkbox("portal")} hint={say.portalHint} />
      <CheckField {...checkbox("requesterSetsPriority")} className="if-portal" />
      <div className="form-row">
        <SelectField {...control("icon")} choices={choicesOf(TYPE_ICONS)} />
        <SelectField
          {...control("team")}
          none={say.defaultTeam}
          choices={[...names].map((name) => ({ value: name, label: name }))}
          hint={say.usedByDefaultHint}
        />
        <SelectField
          {...control("priority")}
          none={say.defaultPriority}
          choices={PRIORITIES.map(({ key, name }) => ({ value: key, label: name }))}
          hint={say.usedByDefaultHint}
        />
      </div>
      <section className="form" aria-labelledby="templates">
        <SectionHeader title={say.templates} id="templates" />
        <TextField {...control("titleTemplate")} maxLength={TYPE_LIMITS.title} autoComplete="off" />
        <TextArea {...control("bodyTemplate")} rows={6} maxLength={TYPE_LIMITS.body} hint={say.bodyTemplateHint} />
      </section>
    </>
  );
}
