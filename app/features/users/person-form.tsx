import type { Refusal } from "~/lib/refusal";
import { CheckField, SelectField, TextField } from "~/ui/field";
import type { Availability } from "./availability.server";
import { ROLE_NAMES, type Role, USER_LIMITS } from "./users";
import * as say from "./users-copy";

type Values = { name?: string; email?: string | null; role?: Role };
type RefusalOrNone = Refusal | null | undefined;

/** `emailOptional`: for people known only from an import. */
export function PersonFieldset({
  values = {},
  refusal,
  emailOptional = false,
}: {
  values?: Values;
  refusal: RefusalOrNone;
  emailOptional?: boolean;
}) {
  return (
    <>
      <TextField
        label={say.name}
        name="name"
        required
        maxLength={USER_LIMITS.name}
        autoComplete="off"
        defaultValue={values.name}
        refusal={refusal}
      />
      <TextField
        label={say.email}
        name="email"
        inputMode="email"
        required={!emailOptional}
        title={say.emailFormat}
        maxLength={USER_LIMITS.typed}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={values.email ?? undefined}
        refusal={refusal}
      />
    </>
  );
}

type RoleFieldProps = {
  /** Null: it has to be chosen. */
  current: Role | null;
  hint?: string;
  refusal: RefusalOrNone;
};

export function RoleField({ current, hint = say.roleHint, refusal }: RoleFieldProps) {
  const choices = Object.entries(ROLE_NAMES).map(([value, label]) => ({ value, label }));
  return (
    <SelectField
      label={say.role}
      name="role"
      choices={choices}
      none={current === null ? say.chooseRole : undefined}
      required
      defaultValue={current ?? ""}
      hint={hint}
      refusal={refusal}
    />
  );
}

export function AvailabilityFieldset({
  fields,
  colleagues,
  refusal,
}: {
  fields: Availability;
  colleagues: readonly string[];
  refusal: RefusalOrNone;
}) {
  return (
    <>
      <CheckField
        label={say.availableForNewTasks}
        name="available"
        defaultChecked={fields.available}
        hint={say.availableHint}
        refusal={refusal}
      />
      <TextField
        label={say.openTaskLimit}
        name="capacity"
        type="number"
        min={1}
        max={USER_LIMITS.capacity}
        required
        defaultValue={String(fields.capacity)}
        hint={say.openTaskLimitHint}
        refusal={refusal}
      />
      <div className="form-row">
        <TextField
          label={say.awayFrom}
          name="absentFrom"
          type="date"
          max="9999-12-31"
          defaultValue={fields.absentFrom}
          hint={say.awayFromHint}
          refusal={refusal}
        />
        <TextField
          label={say.awayUntil}
          name="absentUntil"
          type="date"
          max="9999-12-31"
          defaultValue={fields.absentUntil}
          hint={say.awayUntilHint}
          refusal={refusal}
        />
      </div>
      <TextField
        label={say.substitute}
        name="substitute"
        list="colleagues"
        autoComplete="off"
        maxLength={USER_LIMITS.typed}
        defaultValue={fields.substitute}
        hint={say.substituteHint}
        refusal={refusal}
      />
      <datalist id="colleagues">
        {colleagues.map((person) => (
          <option key={person} value={person} />
        ))}
      </datalist>
    </>
  );
}
