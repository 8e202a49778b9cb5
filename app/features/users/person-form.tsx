import type { Refusal } from "~/lib/refusal";
import { SelectField, TextField } from "~/ui/field";
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
        pattern={`\\s*${EMAIL_PATTERN}\\s*`} // blanks around it are dropped, as telephones add them
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
