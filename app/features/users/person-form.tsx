import type { Refusal } from "~/lib/refusal";
import { CheckField, SelectField, TextField } from "~/ui/field";
import type { Availability } from "./availability.server";
import { EMAIL_PATTERN, ROLE_NAMES, type Role, USER_LIMITS } from "./user-words";

type Values = { name?: string; email?: string | null; role?: Role };
type RefusalOrNone = Refusal | null | undefined;

/** Name and address. `emailOptional` for people who are known only from an import. */
export function PersonFieldset({
  values = {},
  refusal,
  emailOptional = false,
}: {
  values?: Values;
  refusal: RefusalOrNone;
  emailOptional?: boolean;
}) {
  // Blanks around it are dropped, as telephones add them. One that was kept before addresses had to be like this stays.
  const pattern = `\\s*${EMAIL_PATTERN}\\s*`;
  const isOlder = values.email !== null && values.email !== undefined && !new RegExp(`^${pattern}$`).test(values.email);
  return (
    <>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={USER_LIMITS.name}
        autoComplete="off"
        defaultValue={values.name}
        refusal={refusal}
      />
      <TextField
        label="Email"
        name="email"
        inputMode="email"
        required={!emailOptional}
        pattern={isOlder ? undefined : pattern}
        title="An e-mail address, such as ada@example.org"
        maxLength={USER_LIMITS.email}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={values.email ?? undefined}
        refusal={refusal}
      />
    </>
  );
}

/** What somebody may do. Only admins see it. */
export function RoleField({ current, refusal }: { current: Role; refusal: RefusalOrNone }) {
  const choices = Object.entries(ROLE_NAMES).map(([value, label]) => ({ value, label }));
  return (
    <SelectField
      label="Role"
      name="role"
      choices={choices}
      defaultValue={current}
      hint="Requesters make requests, agents work on tasks, admins also run the accounts."
      refusal={refusal}
    />
  );
}

/** When somebody is there for new tasks, and who stands in while they are away. */
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
        label="Available for new tasks"
        name="available"
        defaultChecked={fields.available}
        hint="Teams that hand out their tasks by themselves give them to who is available."
        refusal={refusal}
      />
      <TextField
        label="Most open tasks"
        name="capacity"
        type="number"
        min={1}
        max={USER_LIMITS.capacity}
        required
        defaultValue={String(fields.capacity)}
        hint="With so many open ones they get no more by themselves."
        refusal={refusal}
      />
      <div className="form-row">
        <TextField
          label="Away from"
          name="absentFrom"
          type="date"
          max="9999-12-31"
          defaultValue={fields.absentFrom}
          hint="Empty: from today."
          refusal={refusal}
        />
        <TextField
          label="Away until"
          name="absentUntil"
          type="date"
          max="9999-12-31"
          defaultValue={fields.absentUntil}
          hint="The last day. Empty: not away."
          refusal={refusal}
        />
      </div>
      <TextField
        label="Substitute"
        name="substitute"
        list="colleagues"
        autoComplete="off"
        maxLength={USER_LIMITS.typed}
        defaultValue={fields.substitute}
        hint="Who stands in while they are away: a name or an e-mail address."
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
