import { type ComponentProps, createContext, type FormEvent, type MouseEvent, type ReactNode, useContext } from "react";
import { type Refusal, SUGGESTION_PREFIX, type Suggestion } from "~/lib/refusal";
import { Button } from "./button";
import { Icon } from "./icon";
import * as say from "./ui-copy";
import { useAnswerFocus } from "./use-answer-focus";

type FieldProps = {
  label: string;
  name: string;
  /** Needed when a page has two fields of the same name; defaults to one made from the name. */
  id?: string | undefined;
  hint?: ReactNode;
  hintId?: string | undefined;
  refusal?: Refusal | null | undefined;
  className?: string | undefined;
};

export const fieldId = (name: string) => `field-${name}`;

/**
 * Props for a link to a field. With scripts the address stays the same: a new one would drop the form's response, error
 * messages included.
 */
export const toField = (name: string) => ({
  href: `#${fieldId(name)}`,
  onClickCapture: (event: MouseEvent) => {
    const field = document.getElementById(fieldId(name));
    const control = field?.matches("fieldset") ? field.querySelector<HTMLElement>("input:not([type=hidden])") : field;
    if (!control) return;
    event.preventDefault();
    event.stopPropagation();
    control.closest("details:not([open])")?.setAttribute("open", "");
    control.focus();
  },
});

export const hintIdOf = (name: string) => `${fieldId(name)}-hint`;

/** Goes before the ids of fields: a form shown over another page may have fields of the same names. */
export const FieldPrefix = createContext("");

function useFieldParts({ name, id: given, hint, hintId, refusal }: FieldProps) {
  const prefix = useContext(FieldPrefix);
  const id = given ?? prefix + fieldId(name);
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

const isAskedElsewhere = ({ name, refusal }: FieldProps) => refusal?.asked?.includes(name);

/** `value`: the field's text, printed in place of the field (print.css). */
function Framed({ field, value, children }: { field: FieldProps; value?: string | undefined; children: ReactNode }) {
  const { id } = useFieldParts(field);
  return (
    <div className={classOf(field)} data-value={value} hidden={isAskedElsewhere(field)}>
      <label className="field-label" htmlFor={id}>
        {field.label}
      </label>
      {children}
      <HintAndErrors field={field} />
    </div>
  );
}

function HintAndErrors({ field }: { field: FieldProps }) {
  const { id, errors } = useFieldParts(field);
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

/** Buttons that fill in a suggested correction. Enter still sends the form as typed. */
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
          name={SUGGESTION_PREFIX + name}
          value={value}
          formNoValidate
          data-focus-next={id}
          onClick={({ currentTarget }) => fillIn(currentTarget.form, name, value)}
        >
          {label}
        </Button>
      ))}
    </p>
  );
}

/** Does the same as the server, but keeps the other fields' typed text. */
function fillIn(form: HTMLFormElement | null, name: string, value: string) {
  const field = form?.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return;
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Separates a field's own props from those of its control. */
function splitProps<Props extends FieldProps>({ label, name, id, hint, hintId, refusal, className, ...rest }: Props) {
  return { field: { label, name, id, hint, hintId, refusal, className }, rest };
}

type Own = keyof FieldProps;

/** The input of a form's only field: takes the focus when it's refused. */
function InputAlone({ refused, ...props }: ComponentProps<"input"> & { refused: Refusal | undefined }) {
  const input = useAnswerFocus<HTMLInputElement>(refused);
  return <input {...props} ref={input} {...(refused && { autoFocus: true })} />;
}

const isDay = (type: string | undefined) => type === "date" || type === "datetime-local";

/**
 * Marks an empty date: Safari shows today in it, which looks like a value (field.css). `autoComplete="off"` keeps Firefox
 * from restoring an unsaved one.
 */
const dayProps = (value: unknown) => ({
  autoComplete: "off",
  "data-empty": value ? undefined : "",
  onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) =>
    currentTarget.toggleAttribute("data-empty", currentTarget.value === ""),
});

/**
 * A single-line text field; passes other `<input>` props on. `isAlone`: the form's only field, with no error summary, so a
 * refused one takes the focus.
 */
export function TextField({
  isAlone,
  ...props
}: FieldProps & Omit<ComponentProps<"input">, Own> & { isAlone?: boolean }) {
  const { field, rest } = splitProps(props);
  const { name, refusal } = field;
  const typed = rest.type === "password" ? undefined : refusal?.values[name]; // never send a password back
  const value = typed ?? rest.defaultValue;
  const control = {
    className: rest.type === "file" ? "files-input" : "input",
    type: "text",
    dir: "auto",
    ...rest,
    ...useFieldParts(field).control,
    ...(isDay(rest.type) && dayProps(value)),
    defaultValue: value,
  };
  return (
    <Framed field={field} value={rest.type === undefined && value ? String(value) : undefined}>
      {isAlone ? (
        <InputAlone {...control} refused={refusal?.errors[name] ? refusal : undefined} />
      ) : (
        <input {...control} />
      )}
    </Framed>
  );
}

export function TextArea(props: FieldProps & Omit<ComponentProps<"textarea">, Own>) {
  const { field, rest } = splitProps(props);
  return (
    <Framed field={field}>
      <textarea
        className="input"
        rows={4}
        dir="auto"
        {...rest}
        {...useFieldParts(field).control}
        defaultValue={field.refusal?.values[field.name] ?? rest.defaultValue}
      />
    </Framed>
  );
}

/**
 * A checkbox. The hidden "no" is sent when it isn't ticked. `autoComplete="off"` keeps Firefox from restoring an unsaved
 * choice on reload, which would look saved.
 */
export function CheckField({ defaultChecked, ...props }: FieldProps & Omit<ComponentProps<"input">, Own>) {
  const { field, rest } = splitProps(props);
  const { label, name } = field;
  const typed = field.refusal?.values[name];
  return (
    <div className={classOf(field)} hidden={isAskedElsewhere(field)}>
      {!rest.disabled && <input type="hidden" name={name} value="no" />}
      <label className="checkbox">
        <input
          type="checkbox"
          autoComplete="off"
          value="yes"
          {...rest}
          {...useFieldParts(field).control}
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
 * `none` labels the empty choice, sent as "". Children replace `choices`, for groups. `instead` renders a replacement
 * control; the select then only carries the value.
 */
export function SelectField({
  choices,
  none,
  instead,
  children,
  ...props
}: FieldProps & {
  choices?: readonly Choice[];
  none?: string | undefined;
  instead?: ((control: ComponentProps<"input">) => ReactNode) | null;
} & Omit<ComponentProps<"select">, Own>) {
  const { field, rest } = splitProps(props);
  const { name, ...control } = useFieldParts(field).control;
  return (
    <Framed field={field}>
      {instead?.(control)}
      <select
        className="input"
        autoComplete="off"
        {...rest}
        name={name}
        {...(instead ? { hidden: true } : control)}
        defaultValue={field.refusal?.values[name] ?? rest.defaultValue}
      >
        {none !== undefined && <option value="">{none}</option>}
        {choices?.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
        {children}
      </select>
    </Framed>
  );
}
