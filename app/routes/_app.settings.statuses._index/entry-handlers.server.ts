import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type * as z from "zod/v4";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import * as say from "~/features/catalogue/catalogue-copy";
import type { EntryFields } from "~/features/catalogue/entries";
import {
  type CatalogueStore,
  changeEntry,
  createEntry,
  ENTRY_VERBS,
  type EntryVerb,
  editEntry,
} from "~/features/catalogue/entries.server";
import { FIELDS } from "~/features/catalogue/fields.server";
import { TYPES } from "~/features/catalogue/types.server";
import { conflictErrors, readBaseline } from "~/features/records/change-records.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { badRequest, forbidden, pageNotFound } from "~/http/error-responses.server";
import { parseForm, readForm, refuse, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { formKey } from "~/lib/form-key.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";
import type { Refusal } from "~/lib/refusal";

/* Shared by the pages of statuses, types and fields. */

/** Throws 403 unless the viewer is an admin. */
const admin = ({ context }: LoaderFunctionArgs) => requireViewer(context, maySetUpDesk);

export const newEntryKey = (args: LoaderFunctionArgs) => formKey(admin(args).id);

export async function loadEntries<F extends EntryFields>(args: LoaderFunctionArgs, store: CatalogueStore<F>) {
  admin(args);
  return { entries: await store.list(db) };
}

/** The entry in the URL, why it can't be retired or deleted; 404 if there is none. */
export async function loadEntry<F extends EntryFields>(args: LoaderFunctionArgs, store: CatalogueStore<F>) {
  admin(args);
  const all = await store.list(db);
  const entry = all.find(({ key }) => key === args.params.key);
  if (!entry) throw pageNotFound(args.request);
  const needed = entry.enabled ? await store.whyNeeded(db, entry, all) : null;
  return { entry, needed, used: needed ? null : await store.usedBy(db, entry) };
}

/** Options for the form of a field; `filled`: whether tasks have values in the field `key`. */
export async function fieldChoices(key = "") {
  const [types, all, value] = await Promise.all([
    TYPES.list(db),
    FIELDS.list(db),
    db.selectFrom("task_field").select("key").where("key", "=", key).limit(1).executeTakeFirst(),
  ]);
  return {
    types: types.map((type) => ({ key: type.key, name: type.fields.name })),
    others: all.filter((field) => field.key !== key).map((field) => ({ key: field.key, label: field.fields.label })),
    filled: value !== undefined,
  };
}

/** A refused form; `current`: the entry as others saved it meanwhile. */
export type EntryAnswer<F> = { refusal: Refusal; current: F | null };

const answer = <F>(status: number, refusal: Refusal, current: F | null = null) =>
  data<EntryAnswer<F>>({ refusal, current }, { status });

/** `arrange` assembles fields that a form sends in parts. */
type Reads<Out> = { schema: z.ZodType<Out>; arrange?: (form: FormData) => void };

export async function createEntryAction<F extends EntryFields>(
  args: ActionFunctionArgs,
  store: CatalogueStore<F>,
  { schema, arrange }: Reads<{ requestKey: string; key: string; fields: F }>,
) {
  const viewer = admin(args);
  const form = await readForm(args.request);
  arrange?.(form);
  const parsed = parseForm(form, schema);
  if (!parsed.ok) return answer<F>(422, parsed.refusal);
  const made = await createEntry(db, viewer, store, parsed.value, Date.now());
  const name = store.nameOf(parsed.value.fields);
  if (made.ok) return redirect(`/settings/${store.section}`, await withToast("success", say.entryAdded(name)));
  if (made.why === "not_allowed") throw forbidden();
  return answer<F>(422, refuse(form, made.errors));
}

export async function editEntryAction<F extends EntryFields>(
  args: ActionFunctionArgs,
  store: CatalogueStore<F>,
  { schema, arrange }: Reads<F>,
) {
  const viewer = admin(args);
  const form = await readForm(args.request);
  arrange?.(form);
  const was = readBaseline(form, schema, Object.keys(store.labels));
  if (!was) throw badRequest(INCOMPLETE_FORM);
  const parsed = parseForm(form, schema);
  if (!parsed.ok) return answer<F>(422, parsed.refusal);
  const change = { key: args.params.key ?? "", was, mine: parsed.value };
  const saved = await editEntry(db, viewer, store, change, Date.now());
  if (saved.ok) {
    const name = store.nameOf(parsed.value);
    return redirect(`/settings/${store.section}`, await withToast("success", say.entrySaved(name)));
  }
  switch (saved.why) {
    case "not_allowed":
      throw forbidden();
    case "no_such_entry":
      throw pageNotFound(args.request);
    case "wrong":
      return answer<F>(422, refuse(form, saved.errors));
    case "conflict": {
      const errors = conflictErrors(saved, store.inWords, say.currentValue);
      return answer(409, refuse(form, errors, [say.changedMeanwhile[store.section]]), saved.current);
    }
  }
}

const SAID: Record<EntryVerb, (name: string) => string> = {
  up: say.movedUp,
  down: say.movedDown,
  offer: say.entryRestored,
  withdraw: say.entryRetired,
  remove: say.entryDeleted,
  restore: say.entryRestored,
  restore_hidden: say.entryRestored,
};

export async function changeEntryAction<F extends EntryFields>(args: ActionFunctionArgs, store: CatalogueStore<F>) {
  const viewer = admin(args);
  const { key = "" } = args.params;
  const sent = textOf(await readForm(args.request), "verb");
  const verb = ENTRY_VERBS.find((one) => one === sent);
  if (!verb) throw badRequest(INCOMPLETE_FORM);
  const done = await changeEntry(db, viewer, store, { key, verb }, Date.now());
  const list = `/settings/${store.section}`;
  if (done.ok) {
    const undo = done.undo && {
      action: { label: say.undo, post: `${list}/${key}/changes`, name: "verb", value: done.undo },
    };
    return redirect(list, await withToast("success", SAID[verb](done.name), undo ?? {}));
  }
  if (done.why === "not_allowed") throw forbidden();
  if (done.why === "no_such_entry") throw pageNotFound(args.request);
  return redirect(verb.startsWith("restore") ? list : `${list}/${key}/edit`, await withToast("error", done.sentence));
}
