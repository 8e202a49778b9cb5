import type { Refusal } from "~/lib/refusal";
import { CheckField, SelectField, TextArea, TextField } from "~/ui/field";
import {
  ASSIGNMENT_NAMES,
  afterReplyChoices,
  TEAM_LABELS,
  TEAM_LIMITS,
  type TeamFields,
  VISIBILITY_NAMES,
} from "./team-words";

const choicesOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));

/** What an admin says about a team. */
export function TeamFieldset({ fields, refusal }: { fields: TeamFields; refusal: Refusal | null | undefined }) {
  return (
    <>
      <TextField
        label={TEAM_LABELS.name}
        name="name"
        required
        maxLength={TEAM_LIMITS.name}
        autoComplete="off"
        defaultValue={fields.name}
        refusal={refusal}
      />
      <TextArea
        label={TEAM_LABELS.description}
        name="description"
        rows={3}
        maxLength={TEAM_LIMITS.description}
        defaultValue={fields.description}
        refusal={refusal}
      />
      <SelectField
        label={TEAM_LABELS.visibility}
        name="visibility"
        choices={choicesOf(VISIBILITY_NAMES)}
        defaultValue={fields.visibility}
        hint="Admins see every team's tasks, and whoever is assigned a task goes on seeing it."
        refusal={refusal}
      />
      <SelectField
        label={TEAM_LABELS.assignment}
        name="assignment"
        choices={choicesOf(ASSIGNMENT_NAMES)}
        defaultValue={fields.assignment}
        hint="To members who are available, not away, and have room for more."
        refusal={refusal}
      />
      <SelectField
        label={TEAM_LABELS.afterReply}
        name="afterReply"
        choices={afterReplyChoices()}
        defaultValue={fields.afterReply}
        hint="The status that is proposed beside an agent's reply."
        refusal={refusal}
      />
      <div className="form-row">
        <TextField
          label={TEAM_LABELS.autoCloseDays}
          name="autoCloseDays"
          type="number"
          min={0}
          max={TEAM_LIMITS.autoCloseDays}
          required
          defaultValue={String(fields.autoCloseDays)}
          hint="0 for never."
          refusal={refusal}
        />
        <TextField
          label={TEAM_LABELS.reopenDays}
          name="reopenDays"
          type="number"
          min={0}
          max={TEAM_LIMITS.reopenDays}
          required
          defaultValue={String(fields.reopenDays)}
          hint="A later answer makes a new task."
          refusal={refusal}
        />
      </div>
      <CheckField
        label={TEAM_LABELS.isDefault}
        name="isDefault"
        defaultChecked={fields.isDefault}
        hint="Gets the tasks of requesters, and of agents who choose none. There is exactly one."
        refusal={refusal}
      />
    </>
  );
}
