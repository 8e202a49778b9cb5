/** The properties of a form field needed here, named as in the DOM. */
export type Field = {
  type: string;
  value: string;
  defaultValue?: string;
  checked?: boolean;
  defaultChecked?: boolean;
  options?: ArrayLike<{ selected: boolean; defaultSelected: boolean }>;
  /** A refused form: its text was typed, although the server rendered it. */
  refused: boolean;
};

const NOTHING_TYPED = new Set(["hidden", "submit", "button", "reset", "image", "output", "fieldset", "object"]);

/** Checks whether reloading the page would lose the field's value. */
export function isUnsaved(field: Field) {
  if (NOTHING_TYPED.has(field.type)) return false;
  if (field.refused) return true;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.options) {
    const options = Array.from(field.options);
    // A select without a selected option shows its first one.
    const marked = options.some((option) => option.defaultSelected);
    return options.some(
      (o, n) => o.selected !== (marked || field.type === "select-multiple" ? o.defaultSelected : n === 0),
    );
  }
  return field.value !== (field.defaultValue ?? "");
}

/** Checks for typed text anywhere on the page, with or without a draft. */
export const hasUnsavedInput = () => fieldsOf(document.forms).some(isUnsaved);

/** Checks whether leaving the page loses typed text. */
export const losesUnsavedInput = () => fieldsOf([...document.forms].filter(losesInput)).some(isUnsaved);

/** Checks whether leaving the page loses a form's input: it posts, and no draft keeps it (`data-keeps-draft`). */
export const losesInput = ({ method, dataset }: Pick<HTMLFormElement, "method" | "dataset">) =>
  method === "post" && dataset.keepsDraft === undefined;

/** In a form that came back from the server: a refused field, or a notice that reports the result (`answers`). */
const ANSWERED = "[aria-invalid='true'], .notice[tabindex]";

/**
 * Returns the named fields of forms; nameless ones only help fill in others. Every filled field of a refused form counts as
 * typed.
 */
export function fieldsOf(forms: Iterable<HTMLFormElement>): Field[] {
  return [...forms].flatMap((form) => {
    const refused = form.querySelector(ANSWERED) !== null;
    return [...form.elements].flatMap((element) => {
      const { name, type, value, defaultValue, checked, defaultChecked, options } = element as HTMLInputElement &
        HTMLSelectElement;
      if (!name) return [];
      return { type, value, defaultValue, checked, defaultChecked, options, refused: refused && value !== "" };
    });
  });
}
