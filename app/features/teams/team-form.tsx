import type { Refusal } from "~/lib/refusal";
import { CheckField, SelectField, TextArea, TextField } from "~/ui/field";
import {
  ASSIGNMENT_NAMES,
  afterReplyChoices,
  TEAM_LABELS,
  TEAM_LIMITS,
  type TeamFields,
  VISIBILITY_NAMES,
} from "./teams";
import * as say from "./teams-copy";

const choicesOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));

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
        hint={say.whoSeesTasks}
        refusal={refusal}
      />
      <SelectField
        label={TEAM_LABELS.assignment}
        name="assignment"
        choices={choicesOf(ASSIGNMENT_NAMES)}
        defaultValue={fields.assignment}
        hint={say.whoGetsNewTasks}
        refusal={refusal}
      />
      <SelectField
        label={TEAM_LABELS.afterReply}
        name="afterReply"
        choices={afterReplyChoices()}
        defaultValue={fields.afterReply}
        hint={say.proposedStatus}
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
          hint={say.number0ForNever}
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
          hint={say.laterAnswerMakesNewTask}
          refusal={refusal}
        />
      </div>
      <CheckField
        label={TEAM_LABELS.isDefault}
        name="isDefault"
        defaultChecked={fields.isDefault}
        hint={say.whatDefaultTeamGets}
        refusal={refusal}
      />
    </>
  );
}
