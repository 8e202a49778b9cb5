import type { ReactNode } from "react";
import { controlsOf } from "~/features/records/record-form";
import type { Refusal } from "~/lib/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { CheckField, type Choice, SelectField, TextArea, TextField } from "~/ui/field";
import { Notice } from "~/ui/notice";
import { FormErrors, PageForm } from "~/ui/page-form";
import { tryIt } from "../what-if/what-if-copy";
import { CALENDAR_LABELS, CALENDAR_LIMITS, type CalendarFields, WEEKDAY_FIELDS } from "./calendars";
import * as say from "./calendars-copy";

/** The result of importing a holiday file into the form. `at` (UTC milliseconds) tells one import from the next. */
export type Imported = { at: number; added: number; skipped: number };

type Props = {
  fields: CalendarFields;
  zones: readonly Choice[];
  submit: string;
  refusal: Refusal | null | undefined;
  imported: Imported | null;
  /** Whether tasks may use it: a new calendar has none to try it on. */
  isUsed?: boolean;
  /** Hidden fields. */
  children: ReactNode;
};

export function CalendarForm({ fields, zones, submit, refusal, imported, isUsed = false, children }: Props) {
  const { control, checkbox } = controlsOf(CALENDAR_LABELS, fields, refusal);
  return (
    <PageForm className="form" aria-label={say.calendar} encType="multipart/form-data">
      <FormErrors refusal={refusal} labelOf={(name) => CALENDAR_LABELS[name as keyof CalendarFields]} />
      {imported && <ImportedHolidays {...imported} />}
      {children}
      <TextField {...control("name")} required maxLength={CALENDAR_LIMITS.name} autoComplete="off" />
      <SelectField {...control("zone")} choices={zones} />
      <fieldset className="field opening-hours" aria-describedby="opening-hours-hint">
        <legend className="field-label">{say.openingHours}</legend>
        <p className="field-hint" id="opening-hours-hint">
          {say.hoursHint}
        </p>
        {WEEKDAY_FIELDS.map((day) => (
          <TextField
            key={day}
            {...control(day)}
            maxLength={CALENDAR_LIMITS.hours}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
      </fieldset>
      <CheckField {...checkbox("alwaysOpen")} hint={say.alwaysOpenHint} />
      {/* A new key remounts the field, because an edited field ignores a new default value. */}
      <TextArea key={imported?.at ?? 0} {...control("holidays")} rows={8} spellCheck={false} hint={say.holidaysHint} />
      <div className="buttons">
        <Button look="primary">{submit}</Button>
        <Button name="do" value="preview" formNoValidate>
          {say.showYear}
        </Button>
        {isUsed && (
          <Button name="do" value="try">
            {tryIt}
          </Button>
        )}
        <ButtonLink look="quiet" href="/settings/calendars">
          {say.cancel}
        </ButtonLink>
      </div>
      {/* Below the first button, which Enter presses. */}
      <TextField
        label={say.holidayFile}
        name="file"
        type="file"
        accept=".ics,text/calendar"
        hint={say.holidayFileHint}
        refusal={refusal}
      />
      <div className="buttons">
        <Button name="do" value="import" formNoValidate>
          {say.addFromFile}
        </Button>
      </div>
    </PageForm>
  );
}

const ImportedHolidays = (imported: Imported) => (
  <Notice kind={imported.added > 0 ? "success" : "info"} answers={imported}>
    <p>{say.holidaysFound(imported.added)}</p>
    {imported.skipped > 0 && <p>{say.eventsSkipped(imported.skipped)}</p>}
  </Notice>
);
