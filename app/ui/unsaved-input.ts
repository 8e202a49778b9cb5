/** A form field, as far as this question needs it. The names are those of the DOM. */
export type Field = {
  type: string;
  value: string;
  defaultValue?: string;
  checked?: boolean;
  defaultChecked?: boolean;
  options?: ArrayLike<{ selected: boolean; defaultSelected: boolean }>;
  /** The server has refused it; then its text is what was typed, though it came with the page. */
  refused: boolean;
};

const NOTHING_TYPED = new Set(["hidden", "submit", "button", "reset", "image", "output", "fieldset", "object"]);

/** Whether the field holds what would be lost if the page were loaded again. */
export function isUnsaved(field: Field) {
  if (NOTHING_TYPED.has(field.type)) return false;
  if (field.refused) return true;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.options) {
    const options = Array.from(field.options);
    // A list that marks no option shows its first one by itself.
    const marked = options.some((option) => option.defaultSelected);
    return options.some(
      (o, n) => o.selected !== (marked || field.type === "select-multiple" ? o.defaultSelected : n === 0),
    );
  }
  return field.value !== (field.defaultValue ?? "");
}

/** Whether a form's input goes with its page: it changes something (`post`), and no draft keeps it (`data-keeps-draft`). */
export const losesInput = ({ method, dataset }: Pick<HTMLFormElement, "method" | "dataset">) =>
  method === "post" && dataset.keepsDraft === undefined;

/**
 * The fields of forms, but for those without a name: they only help to fill in others. A refused form counts as typed in,
 * whichever of its fields was wrong.
 */
export function fieldsOf(forms: Iterable<HTMLFormElement>): Field[] {
  return [...forms].flatMap((form) => {
    const refused = form.querySelector("[aria-invalid='true'], .notice") !== null;
    return [...form.elements].flatMap((element) => {
      const { name, type, value, defaultValue, checked, defaultChecked, options } = element as HTMLInputElement &
        HTMLSelectElement;
      if (!name) return [];
      return { type, value, defaultValue, checked, defaultChecked, options, refused: refused && value !== "" };
    });
  });
}
