/** What a form says when it is refused: everything that was typed, and a sentence for each field that has to change. */
export type Refusal = {
  /** By field name, as typed; of a field sent several times the values joined by a comma. Never a password. */
  values: Record<string, string>;
  /** By field name. */
  errors: Record<string, string[]>;
  /** Sentences that belong to no single field. */
  formErrors: string[];
};
