import type * as z from "zod/v4";
import { flattenError } from "zod/v4";
import { formKey, ownerOfKey } from "~/lib/form-key.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";
import { requestNotes } from "~/lib/log.server";
import { type Refusal, SUGGESTION_PREFIX } from "~/lib/refusal";
import { badRequest, conflict, tooLarge } from "./error-responses.server";
import * as say from "./http-copy";

/** Names of fields whose value is never sent back. */
const SECRET = /password|secret|token/i;

export const isSecret = (name: string) => SECRET.test(name);

/** Far more than any of our forms; a body full of tiny fields would block the server for a second. */
export const MOST_FIELDS = 1_000;

/** Reads a posted form. Throws 400 for an unreadable body, and 413 for one too large. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    const form = await request.formData();
    if ([...form.keys()].length > MOST_FIELDS) throw tooLarge(say.tooManyFields);
    noteForm(form);
    return form;
  } catch (error) {
    if (error instanceof Response) throw error;
    throw badRequest(say.formUnreadable);
  }
}

/** Keeps the form so the error page can show its text when the database fails. */
export function noteForm(form: FormData) {
  const notes = requestNotes();
  if (notes) notes.form = form;
}

/**
 * Throws 409 for a form opened by another person in this browser: the viewer must not send their text. A form key
 * identifies its owner; an unknown key passes.
 */
export function rejectOthersForm(form: FormData, personId: number): void {
  const owner = ownerOfKey(textOf(form, "requestKey"));
  if (owner === null || owner === personId) return;
  throw conflict(say.otherPersonSignedIn);
}

/** Returns a field as typed; empty if missing, or for a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Applies a pressed suggestion button to its field. Returns whether one was pressed. */
export function applySuggestion(form: FormData): boolean {
  const [name, value] = [...form].find(([sent]) => sent.startsWith(SUGGESTION_PREFIX)) ?? [];
  if (name === undefined || typeof value !== "string") return false;
  form.delete(name);
  form.set(name.slice(SUGGESTION_PREFIX.length), value);
  return true;
}

export type Parsed<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

/** Validates a form against a schema. A repeated field arrives as an array; files are left out. */
export function parseForm<S extends z.ZodType>(form: FormData, schema: S): Parsed<z.output<S>> {
  // For errors without a message in the schema: only a form that isn't ours causes them.
  const result = schema.safeParse(Object.fromEntries(fieldsOf(form)), { error: () => INCOMPLETE_FORM });
  if (result.success) return { ok: true, value: result.data };

  const { formErrors, fieldErrors } = flattenError(result.error) as Pick<Refusal, "formErrors"> & {
    fieldErrors: Record<string, string[]>;
  };
  return { ok: false, refusal: { values: typed(form), errors: fieldErrors, formErrors } };
}

/** Collects the text fields in one pass: `getAll` for each of very many names would take minutes. */
function fieldsOf(form: FormData): Map<string, string | string[]> {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of form) {
    if (typeof value !== "string") continue;
    const before = fields.get(name);
    if (before === undefined) fields.set(name, value);
    else if (Array.isArray(before)) before.push(value);
    else fields.set(name, [before, value]);
  }
  return fields;
}

/** Builds a refusal for errors a schema can't see, such as an address already in use. */
export function refuse(form: FormData, errors: Record<string, string[]>, formErrors: string[] = []): Refusal {
  return { values: typed(form), errors, formErrors };
}

/** For a full disk on the server or its database. Sent with a 507. */
export const refuseNoRoom = (form: FormData, field?: string): Refusal => {
  const said = [say.diskIsFull];
  return field ? refuse(form, { [field]: said }) : refuse(form, {}, said);
};

/**
 * Refuses a form whose key was already used, on a page restored by Back. Returns the typed text under a new key so it can
 * be sent too. Files aren't kept.
 */
export function refuseOtherText(form: FormData, personId: number, withFiles = false): Refusal {
  form.set("requestKey", formKey(personId));
  return refuse(form, {}, [withFiles ? say.somethingElseWasSentWithFiles : say.somethingElseWasSent]);
}

function typed(form: FormData): Refusal["values"] {
  const told = [...fieldsOf(form)].filter(([name]) => !SECRET.test(name));
  return Object.fromEntries(told.map(([name, value]) => [name, String(value)]));
}
