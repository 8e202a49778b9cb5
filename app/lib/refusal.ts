/** What a form says when it is refused: everything that was typed, and a sentence for each field that has to change. */
export type Refusal = {
  /** By field name, as typed; of a field sent several times the values joined by a comma. Never a password. */
  values: Record<string, string>;
  /** By field name. */
  errors: Record<string, string[]>;
  /** Sentences that belong to no single field. */
  formErrors: string[];
  /** By field name: values that may have been meant, each of which a button puts in place of what was typed. */
  suggestions?: Record<string, string[]>;
  /** Nothing was refused: sent after its writer's session had ended, and waiting to be sent again. */
  parked?: true;
  /** Nothing was refused: safe HTML of the form's text, as its readers will see it. */
  preview?: string;
};
