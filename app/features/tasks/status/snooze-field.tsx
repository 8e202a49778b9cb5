import type { Refusal } from "~/lib/refusal";
import { type Choice, SelectField, TextField } from "~/ui/field";
import * as say from "../task-details-copy";
import { SNOOZE_DAY_FIELD, snoozeDayName } from "./snooze";

/**
 * Snooze choices and a free date, which wins when filled in. Visible while the status field has a waiting status
 * (task-fields.css).
 */
export function SnoozeField({
  label,
  was,
  current,
  choices,
  now,
  refusal,
}: {
  label: string;
  /** The form's day, `2026-03-09`; empty for none. */
  was: string;
  /** The task's current day, which may differ by now. */
  current: string;
  choices: readonly Choice[];
  /** UTC milliseconds. */
  now: number;
  refusal: Refusal | null | undefined;
}) {
  const others = [...new Set([refusal?.values.snooze, was, current])]
    .filter((day) => day !== undefined && day !== "" && !choices.some(({ value }) => value === day))
    .map((day = "") => ({ value: day, label: snoozeDayName(day, now) }));
  return (
    <div className="snooze-fields" hidden={refusal?.asked?.includes("snooze")}>
      <SelectField
        label={label}
        name="snooze"
        data-command={label}
        none={say.notSnoozed}
        hint={say.snoozeHint}
        defaultValue={was}
        choices={[...others, ...choices]}
        refusal={refusal}
      />
      <TextField label={say.anotherDay} name={SNOOZE_DAY_FIELD} type="date" max="9999-12-31" refusal={refusal} />
    </div>
  );
}
