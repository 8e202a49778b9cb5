import { choicesOf, controlsOf } from "~/features/records/record-form";
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

export function TeamFieldset({ fields, refusal }: { fields: TeamFields; refusal: Refusal | null | undefined }) {
  const { control, checkbox } = controlsOf(TEAM_LABELS, fields, refusal);
  return (
    <>
      <TextField {...control("name")} required maxLength={TEAM_LIMITS.name} autoComplete="off" />
      <TextArea {...control("description")} rows={3} maxLength={TEAM_LIMITS.description} />
      <SelectField {...control("visibility")} choices={choicesOf(VISIBILITY_NAMES)} hint={say.taskAccessHint} />
      <SelectField {...control("assignment")} choices={choicesOf(ASSIGNMENT_NAMES)} hint={say.newTaskAssignmentHint} />
      <SelectField {...control("afterReply")} choices={afterReplyChoices()} hint={say.afterReplyHint} />
      <div className="form-row">
        <TextField
          {...control("autoCloseDays")}
          type="number"
          min={0}
          max={TEAM_LIMITS.autoCloseDays}
          required
          hint={say.closeResolvedHint}
        />
        <TextField
          {...control("reopenDays")}
          type="number"
          min={0}
          max={TEAM_LIMITS.reopenDays}
          required
          hint={say.reopenClosedHint}
        />
      </div>
      <CheckField {...checkbox("thanksFilter")} hint={say.thanksFilterHint} />
      <CheckField {...checkbox("showsFirstAnswer")} hint={say.showFirstAnswerHint} />
      <CheckField {...checkbox("isDefault")} hint={say.defaultTeamHint} />
    </>
  );
}
