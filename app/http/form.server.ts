import type * as z from "zod/v4";
import { flattenError } from "zod/v4";
import type { Refusal } from "~/lib/refusal";
import { badRequest } from "./refusals.server";

/** Names of fields whose value is never sent back. */
const SECRET = /password|secret|token/i;

/** The fields of a posted form. Throws 400 for a body that is no form, and 413 (from the front door) for one too large. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch (error) {
    if (error instanceof Response) throw error;
    throw badRequest("That form could not be read. Go back and send it again.");
  }
}

export type Parsed<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

/** Checks a form against a schema. A field sent several times arrives as an array; files are left out. */
export function parseForm<S extends z.ZodType>(form: FormData, schema: S): Parsed<z.output<S>> {
  const fields: Record<string, string | string[]> = {};
  for (const name of new Set(form.keys())) {
    const texts = form.getAll(name).filter((value) => typeof value === "string");
    const [only] = texts;
    if (only !== undefined) fields[name] = texts.length === 1 ? only : texts;
  }
  const result = schema.safeParse(fields);
  if (result.success) return { ok: true, value: result.data };

  const { formErrors, fieldErrors } = flattenError(result.error) as Pick<Refusal, "formErrors"> & {
    fieldErrors: Record<string, string[]>;
  };
  return { ok: false, refusal: { values: typed(form), errors: fieldErrors, formErrors } };
}

/** A refusal that a schema cannot see, such as an address somebody else has: the typed values with these sentences. */
export function refuse(form: FormData, errors: Record<string, string[]>, formErrors: string[] = []): Refusal {
  return { values: typed(form), errors, formErrors };
}

function typed(form: FormData): Refusal["values"] {
  const values: Refusal["values"] = {};
  for (const [name, value] of form) {
    if (typeof value !== "string" || SECRET.test(name)) continue;
    values[name] = name in values ? `${values[name]},${value}` : value;
  }
  return values;
}
