/**
 * An error response that replaces a form's page: a message, and the text typed there. Without text, the response is the
 * plain message.
 */
export type ErrorBody = { message: string; written: string };

export function readErrorBody(data: unknown): ErrorBody {
  if (typeof data === "string") return { message: data, written: "" };
  const { message, written } = (data ?? {}) as Partial<ErrorBody>;
  return {
    message: typeof message === "string" ? message : "",
    written: typeof written === "string" ? written : "",
  };
}

/** A suggested correction: its button's label, and the value it fills in. */
export type Suggestion = { label: string; value: string };

export const asSuggestions = (values: readonly string[] = []): Suggestion[] =>
  values.map((value) => ({ label: value, value }));

/**
 * Prefix for the names of suggestion buttons: pressing one fills the field and shows the form again, without other effects.
 */
export const SUGGESTION_PREFIX = "meant.";

/** A refused form: the typed values and the messages. */
export type Refusal = {
  /** By field name, as typed; repeated fields joined by a comma. Never a password. */
  values: Record<string, string>;
  /** By field name. */
  errors: Record<string, string[]>;
  formErrors: string[];
  /** By field name. */
  suggestions?: Record<string, Suggestion[]>;
  /** Fields already shown elsewhere in the form: they keep their value but stay hidden. */
  asked?: readonly string[];
  /** Not an error: sent after the session had ended, waiting to be sent again. */
  parked?: true;
  /** Nothing was saved, because a newer version was saved since the form was loaded. `at` in UTC milliseconds. */
  newer?: { at: number; text: string };
  /** Not an error: safe HTML preview of the form's text. */
  preview?: string;
};

export const refusedWith = (refusal: Refusal, more: Pick<Refusal, "errors" | "suggestions"> | null): Refusal => ({
  ...refusal,
  errors: { ...more?.errors, ...refusal.errors },
  suggestions: { ...more?.suggestions, ...refusal.suggestions },
});

/** The field that names the newer version the form may replace. */
export const REPLACES = "replaces";

/**
 * Returns the version the writer has seen: the newer one that a refusal showed, else the one in `field`. In UTC
 * milliseconds; null for none.
 */
export function versionSeen(form: FormData, field: string): number | null {
  const texts = [form.get(REPLACES), form.get(field)];
  const text = texts.find((one) => typeof one === "string" && /^\d{1,15}$/.test(one));
  return text === undefined ? null : Number(text);
}
