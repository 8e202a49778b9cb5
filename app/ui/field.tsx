import type { ComponentProps, FormEvent, MouseEvent, ReactNode } from "react";
import { MEANT, type Refusal, type Suggestion } from "~/lib/refusal";
import { Button } from "./button";
import { Icon } from "./icon";
import * as say from "./ui-copy";

type FieldProps = {
  label: string;
  name: string;
  /** Needed when a page has two fields of one name; else made from the name. */
  id?: string | undefined;
  hint?: ReactNode;
  /** Where the hint stands when it is not below the field. */
  hintId?: string | undefined;
  refusal?: Refusal | null | undefined;
  className?: string | undefined;
};

/** Where the summary of a refused form leads: the field of that name. */
export const fieldId = (name: string) => `field-${name}`;

/**
 * A link to the field of that name. With scripts the address stays: with another one the answer to the form would be gone,
 * and with it the message that leads there.
 */
export const toField = (name: string) => ({
  href: `#${fieldId(name)}`,
  onClickCapture: (event: MouseEvent) => {
    const field = document.getElementById(fieldId(name));
    const control = field?.matches("fieldset") ? field.querySelector<HTMLElement>("input:not([type=hidden])") : field;
    if (!control) return;
    event.preventDefault();
    event.stopPropagation();
    control.focus();
  },
});

export const hintIdOf = (name: string) => `${fieldId(name)}-hint`;

/** What the label, the hint and the message need to know of one another. */
function wiring({ name, id = fieldId(name), hint, hintId, refusal }: FieldProps) {
  const errors = refusal?.errors[name] ?? [];
  const describedBy = [hintId ?? (hint && `${id}-hint`), errors.length > 0 && `${id}-error`].filter(Boolean).join(" ");
  return {
    id,
    errors,
    control: {
      id,
      name,
      "aria-describedby": describedBy || undefined,
      "aria-invalid": errors.length > 0 || undefined,
    },
  };
}

const classOf = ({ className }: FieldProps) => (className ? `field ${className}` : "field");

const isAsked = ({ name, refusal }: FieldProps) => refusal?.asked?.includes(name);

/** `value`: the field's text, which is printed instead of the field (print.css). */
function Around({ field, value, children }: { field: FieldProps; value?: string | undefined; children: ReactNode }) {
  const { id } = wiring(field);
  return (
    <div className={classOf(field)} data-value={value} hidden={isAsked(field)}>
      <label className="field-label" htmlFor={id}>
        {field.label}
      </label>
      {children}
      <HintAndErrors field={field} />
    </div>
  );
}

function HintAndErrors({ field }: { field: FieldProps }) {
  const { id, errors } = wiring(field);
  return (
    <>
      {field.hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
      {errors.length > 0 && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="error" />
          {errors.join(" ")}
        </p>
      )}
      <Suggestions id={id} name={field.name} suggestions={field.refusal?.suggestions?.[field.name] ?? []} />
    </>
  );
}

/** Buttons that put into the field what may have been meant, and do nothing else. Enter goes on sending what is typed. */
function Suggestions({ id, name, suggestions }: { id: string; name: string; suggestions: readonly Suggestion[] }) {
  if (suggestions.length === 0) return null;
  return (
    <p className="field-hint">
      {say.didYouMean}{" "}
      <button type="submit" className="unseen" tabIndex={-1} aria-hidden="true">
        {say.sendAsTyped}
      </button>
      {suggestions.map(({ label, value }) => (
        <Button
          key={value}
          name={MEANT + name}
          value={value}
          formNoValidate
          data-focus-next={id}
          onClick={({ currentTarget }) => put(currentTarget.form, name, value)}
        >
          {label}
        </Button>
      ))}
    </p>
  );
}

/** The server does the same: but here the field may stay, and what was typed in it with it. */
function put(form: HTMLFormElement | null, name: string, value: string) {
  const field = form?.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return;
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

type Own = keyof FieldProps;

const answered = new WeakSet<Refusal>();

/** What takes the focus with each refusal, and not each time it is drawn. */
const taking = (refusal: Refusal) => ({
  autoFocus: true, // without scripts
  ref(field: HTMLInputElement | null) {
    if (!field || answered.has(refusal)) return;
    answered.add(refusal);
    field.blur(); // one that has it already is read again, with what is wrong
    field.focus();
  },
});

const isDay = (type: string | undefined) => type === "date" || type === "datetime-local";

/**
 * Marks an empty day, because Safari shows today in it, which looks like a value (field.css). And as with choices, Firefox must
 * not restore an unsaved one.
 */
const dayProps = (value: unknown) => ({
  autoComplete: "off",
  "data-empty": value ? undefined : "",
  onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) =>
    currentTarget.toggleAttribute("data-empty", currentTarget.value === ""),
});

/**
 * One line of text. Everything else of `<input>` (type, required, maxLength, autoComplete) is passed on. `isAlone` in a form
 * that has no other field, and no summary: when it is refused one is at the field, which says why.
 */
export function TextField({
  label,
  name,
  id,
  hint,
  refusal,
  className,
  isAlone,
  ...rest
}: FieldProps & Omit<ComponentProps<"input">, Own> & { isAlone?: boolean }) {
  const field = { label, name, id, hint, refusal, className };
  const typed = rest.type === "password" ? undefined : refusal?.values[name]; // a password is never sent back
  const value = typed ?? rest.defaultValue;
  return (
    <Around field={field} value={rest.type === undefined && value ? String(value) : undefined}>
      <input
        className={rest.type === "file" ? "files-input" : "input"}
        type="text"
        dir="auto"
        {...rest}
        {...wiring(field).control}
        {...(isAlone && refusal?.errors[name] && taking(refusal))}
        {...(isDay(rest.type) && dayProps(value))}
        defaultValue={value}
      />
    </Around>
  );
}

/** Text of several lines; it grows with what is typed. */
export function TextArea({
  label,
  name,
  id,
  hint,
  hintId,
  refusal,
  className,
  ...rest
}: FieldProps & Omit<ComponentProps<"textarea">, Own>) {
  const field = { label, name, id, hint, hintId, refusal, className };
  return (
    <Around field={field}>
      <textarea
        className="input"
        rows={4}
        dir="auto"
        {...rest}
        {...wiring(field).control}
        defaultValue={refusal?.values[name] ?? rest.defaultValue}
      />
    </Around>
  );
}

/**
 * Yes or no. The "no" in front of the box is what is sent where it is not ticked. Like a select it shows the stored value:
 * without `autoComplete="off"`, Firefox restores an unsaved choice at a reload, and it looks stored.
 */
export function CheckField({
  label,
  name,
  id,
  hint,
  refusal,
  className,
  defaultChecked,
  ...rest
}: FieldProps & Omit<ComponentProps<"input">, Own>) {
  const field = { label, name, id, hint, refusal, className };
  const typed = refusal?.values[name];
  return (
    <div className={classOf(field)} hidden={isAsked(field)}>
      {!rest.disabled && <input type="hidden" name={name} value="no" />}
      <label className="checkbox">
        <input
          type="checkbox"
          autoComplete="off"
          value="yes"
          {...rest}
          {...wiring(field).control}
          defaultChecked={typed === undefined || rest.disabled ? defaultChecked : typed.includes("yes")}
        />
        <span>{label}</span>
      </label>
      <HintAndErrors field={field} />
    </div>
  );
}

export type Choice = { value: string | number; label: string };

/**
 * One of several. `none` is the words for choosing nothing, sent as the empty text. Children replace `choices`, for groups.
 * `instead` draws what people use in its place; the select then only carries the value.
 */
export function SelectField({
  label,
  name,
  id,
  hint,
  refusal,
  className,
  choices,
  none,
  instead,
  children,
  ...rest
}: FieldProps & {
  choices?: readonly Choice[];
  none?: string | undefined;
  instead?: ((control: ComponentProps<"input">) => ReactNode) | null;
} & Omit<ComponentProps<"select">, Own>) {
  const field = { label, name, id, hint, refusal, className };
  const { name: ownName, ...control } = wiring(field).control;
  return (
    <Around field={field}>
      {instead?.(control)}
      <select
        className="input"
        autoComplete="off"
        {...rest}
        name={ownName}
        {...(instead ? { hidden: true } : control)}
        defaultValue={refusal?.values[name] ?? rest.defaultValue}
      >
        {none !== undefined && <option value="">{none}</option>}
        {choices?.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
        {children}
      </select>
    </Around>
  );
}
