/**
 * What an answer says that shows another page than that of its form: a sentence, and what its reader had written there.
 * The sentence alone comes as text.
 */
export type Turned = { message: string; written: string };

export function readTurned(data: unknown): Turned {
  if (typeof data === "string") return { message: data, written: "" };
  const { message, written } = (data ?? {}) as Partial<Turned>;
  return {
    message: typeof message === "string" ? message : "",
    written: typeof written === "string" ? written : "",
  };
}

/** What may have been meant in a field: what its button says, and what the button puts there. */
export type Suggestion = { label: string; value: string };

/** Values that are read as they are put. */
export const asSuggestions = (values: readonly string[] = []): Suggestion[] =>
  values.map((value) => ({ label: value, value }));

/** A button of this name and that of a field puts its value there, and the form is shown again, without anything being done. */
export const MEANT = "meant.";

/** What a form says when it is refused: everything that was typed, and a sentence for each field that has to change. */
export type Refusal = {
  /** By field name, as typed; of a field sent several times the values joined by a comma. Never a password. */
  values: Record<string, string>;
  /** By field name. */
  errors: Record<string, string[]>;
  /** Sentences that belong to no single field. */
  formErrors: string[];
  /** By field name. */
  suggestions?: Record<string, Suggestion[]>;
  /** Names of the fields whose value the form asks for elsewhere: they carry what was typed, and are not shown. */
  asked?: readonly string[];
  /** Nothing was refused: sent after its writer's session had ended, and waiting to be sent again. */
  parked?: true;
  /** Nothing was saved, because a newer version was saved since the form was loaded. `at` in UTC milliseconds. */
  newer?: { at: number; text: string };
  /** Nothing was refused: safe HTML of the form's text, as its readers will see it. */
  preview?: string;
};

/** All that is wrong with a form, where it is found in two ways. */
export const refusedWith = (refusal: Refusal, more: Pick<Refusal, "errors" | "suggestions"> | null): Refusal => ({
  ...refusal,
  errors: { ...more?.errors, ...refusal.errors },
  suggestions: { ...more?.suggestions, ...refusal.suggestions },
});

/** The field that names the version shown with the form, which the form may replace. */
export const REPLACES = "replaces";

/**
 * The version the writer of a form has seen: the newer one that a refusal showed, or else the one the form was loaded with, in
 * `field`. In UTC milliseconds; null for none.
 */
export function versionSeen(form: FormData, field: string): number | null {
  const texts = [form.get(REPLACES), form.get(field)];
  const text = texts.find((one) => typeof one === "string" && /^\d{1,15}$/.test(one));
  return text === undefined ? null : Number(text);
}
