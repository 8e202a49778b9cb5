import { PRIORITIES } from "~/features/tasks/tasks";
import type { Refusal } from "~/lib/refusal";
import { CheckField, SelectField, TextArea, TextField } from "~/ui/field";
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
  const names = new Set([...teams.map(({ name }) => name), ...(fields.team ? [fields.team] : [])]);
  return (
    <>
      <TextField
        label={TYPE_LABELS.name}
        name="name"
        required
        maxLength={TYPE_LIMITS.name}
        autoComplete="off"
        defaultValue={fields.name}
        refusal={refusal}
      />
      <TextArea
        label={TYPE_LABELS.description}
        name="description"
        rows={2}
        maxLength={TYPE_LIMITS.description}
        defaultValue={fields.description}
        hint={say.requestersChooseByIt}
        refusal={refusal}
      />
      <CheckField
        label={TYPE_LABELS.portal}
        name="portal"
        defaultChecked={fields.portal}
        hint={say.otherwiseOnlyAgents}
        refusal={refusal}
      />
      <CheckField
        label={TYPE_LABELS.requesterSetsPriority}
        name="requesterSetsPriority"
        defaultChecked={fields.requesterSetsPriority}
        refusal={refusal}
      />
      <div className="form-row">
        <SelectField
          label={TYPE_LABELS.icon}
          name="icon"
          defaultValue={fields.icon}
          choices={Object.entries(TYPE_ICONS).map(([value, label]) => ({ value, label }))}
          refusal={refusal}
        />
        <SelectField
          label={TYPE_LABELS.team}
          name="team"
          none={say.theDefaultTeam}
          defaultValue={fields.team}
          choices={[...names].map((name) => ({ value: name, label: name }))}
          hint={say.unlessAnotherIsChosen}
          refusal={refusal}
        />
        <SelectField
          label={TYPE_LABELS.priority}
          name="priority"
          none={say.normal}
          defaultValue={fields.priority}
          choices={PRIORITIES.map(({ key, name }) => ({ value: key, label: name }))}
          hint={say.unlessAnotherIsChosen}
          refusal={refusal}
        />
      </div>
      <TextField
        label={TYPE_LABELS.titleTemplate}
        name="titleTemplate"
        maxLength={TYPE_LIMITS.title}
        autoComplete="off"
        defaultValue={fields.titleTemplate}
        refusal={refusal}
      />
      <TextArea
        label={TYPE_LABELS.bodyTemplate}
        name="bodyTemplate"
        rows={6}
        maxLength={TYPE_LIMITS.body}
        defaultValue={fields.bodyTemplate}
        hint={say.whatTemplatesAre}
        refusal={refusal}
      />
    </>
  );
}
