import type * as z from "zod/v4";
import { flattenError } from "zod/v4";
import { formKey, ownerOfKey } from "~/lib/form-key.server";
import { requestNotes } from "~/lib/log.server";
import { MEANT, type Refusal } from "~/lib/refusal";
import * as say from "./http-copy";
import { badRequest, conflict, tooLarge } from "./refusals.server";

/** Names of fields whose value is never sent back. */
const SECRET = /password|secret|token/i;

export const isSecret = (name: string) => SECRET.test(name);

/** Far beyond any form of ours; a body of nothing but tiny fields would keep the server busy for a second. */
export const MOST_FIELDS = 1_000;

/** The fields of a posted form. Throws 400 for a body that is no form of ours, and 413 for one too large. */
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

/** Keeps the form for an answer that has to show what was written in it, when the database fails. */
export function noteForm(form: FormData) {
  const notes = requestNotes();
  if (notes) notes.form = form;
}

/**
 * Throws 409 for a form that was made for somebody else, who has left it open in this browser: their words are not the next
 * person's to send. Told by its key; a key that we did not make says nothing.
 */
export function refuseOthersForm(form: FormData, personId: number): void {
  const owner = ownerOfKey(textOf(form, "requestKey"));
  if (owner === null || owner === personId) return;
  throw conflict(say.formOfSomebodyElse);
}

/** One field of a form as typed; empty for none, or for a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Whether the button of a suggestion was pressed; what it suggests then stands in its field. */
export function takeMeant(form: FormData): boolean {
  const [name, value] = [...form].find(([sent]) => sent.startsWith(MEANT)) ?? [];
  if (name === undefined || typeof value !== "string") return false;
  form.delete(name);
  form.set(name.slice(MEANT.length), value);
  return true;
}

export type Parsed<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

/** Checks a form against a schema. A field sent several times arrives as an array; files are left out. */
export function parseForm<S extends z.ZodType>(form: FormData, schema: S): Parsed<z.output<S>> {
  const result = schema.safeParse(Object.fromEntries(fieldsOf(form)));
  if (result.success) return { ok: true, value: result.data };

  const { formErrors, fieldErrors } = flattenError(result.error) as Pick<Refusal, "formErrors"> & {
    fieldErrors: Record<string, string[]>;
  };
  return { ok: false, refusal: { values: typed(form), errors: fieldErrors, formErrors } };
}

/** The texts of a form by name. Read in one go: `getAll` for each of very many names would take minutes. */
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

/** A refusal that a schema cannot see, such as an address somebody else has: the typed values with these sentences. */
export function refuse(form: FormData, errors: Record<string, string[]>, formErrors: string[] = []): Refusal {
  return { values: typed(form), errors, formErrors };
}

/** What could not be written down, because the disk of the server or of its database is full. Goes with a 507. */
export const refuseNoRoom = (form: FormData, field?: string): Refusal => {
  const said = [say.noRoomForThis];
  return field ? refuse(form, { [field]: said }) : refuse(form, {}, said);
};

/**
 * A form that has sent something else before, on a page that Back brought: what was typed under a new key, with which it can
 * be sent as well. Files that came along were not taken.
 */
export function refuseOtherText(form: FormData, personId: number, withFiles = false): Refusal {
  form.set("requestKey", formKey(personId));
  return refuse(form, {}, [withFiles ? say.somethingElseWasSentWithFiles : say.somethingElseWasSent]);
}

function typed(form: FormData): Refusal["values"] {
  const told = [...fieldsOf(form)].filter(([name]) => !SECRET.test(name));
  return Object.fromEntries(told.map(([name, value]) => [name, String(value)]));
}
