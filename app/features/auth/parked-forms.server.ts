import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/users";
import { tooLarge } from "~/http/error-responses.server";
import { isSecret, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { readUploadForm } from "~/http/upload-form.server";
import { DAY_MS } from "~/lib/durations";
import { ownerOfKey } from "~/lib/form-key.server";
import type { Refusal } from "~/lib/refusal";
import { allOf, storableText, withoutEndSlashes } from "~/lib/text";
import * as say from "./auth-copy";

const KEPT_MS = DAY_MS;

/** Per person; the oldest are deleted. */
const MOST_FORMS = 20;

/** Limit for discarding files that a stranger uploads. */
const MOST_FILE_BYTES = 128 * 1024 * 1024;

/**
 * Stores a form sent without a session, so that its author gets it back after signing in. Only forms with a key we made are
 * stored, and only for the person it was made for. So strangers can't fill the disk, and no one else can read them. Returns
 * the cookies of a toast for the sign-in page; none if nothing was stored.
 */
export async function saveParkedForm(db: Db, request: Request, now: number): Promise<string[]> {
  const { form, files } = await readUploadForm(request, nameOf);
  const key = textOf(form, "requestKey");
  const owner = ownerOfKey(key);
  if (owner === null) return [];

  const texts: Record<string, string> = {};
  for (const [name, value] of form) {
    if (typeof value !== "string" || isSecret(name)) continue;
    const [field, text] = [storableText(name), storableText(value)];
    texts[field] = Object.hasOwn(texts, field) ? `${texts[field]},${text}` : text;
  }
  const kept = await inTransaction(db, async (tx) => {
    const person = await tx
      .selectFrom("user")
      .select("id")
      .where("id", "=", owner)
      .where("state", "=", "active")
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("request_key").select("key").where("user_id", "=", owner).where("key", "=", key))),
      )
      .executeTakeFirst();
    if (!person) return false;
    const parked = {
      user_id: owner,
      address: pathOf(request),
      form: JSON.stringify(texts),
      files: JSON.stringify(files.filter((name) => name !== "").map(storableText)),
      created_at: now,
    };
    await tx
      .insertInto("parked_form")
      .values({ ...parked, request_key: key })
      .onConflict((conflict) => conflict.column("request_key").doUpdateSet(parked))
      .execute();
    await tx
      .deleteFrom("parked_form")
      .where("user_id", "=", owner)
      .where("request_key", "not in", (eb) =>
        eb
          .selectFrom("parked_form")
          .select("request_key")
          .where("user_id", "=", owner)
          .orderBy("created_at", "desc")
          .orderBy("request_key")
          .limit(MOST_FORMS),
      )
      .execute();
    return true;
  });
  if (!kept) return [];
  const { headers } = await withToast("info", say.sessionEnded);
  return [headers["Set-Cookie"]];
}

/** Discards a file and returns its name. Throws when it's too large. */
async function nameOf({ fileName, bytes }: { fileName: string; bytes: AsyncIterable<Uint8Array> }): Promise<string> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > MOST_FILE_BYTES) throw tooLarge();
  }
  return fileName.slice(0, 255);
}
const pathOf = (request: Request) => withoutEndSlashes(new URL(request.url).pathname) || "/";

type Waiting = { viewerId: number; address: string; since: number };

const newestWaiting = (db: Db, { viewerId, address, since }: Waiting) =>
  db
    .selectFrom("parked_form")
    .select(["form", "files"])
    .where("user_id", "=", viewerId)
    .where("address", "=", address)
    .where("created_at", ">", since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("request_key")
            .select("key")
            .where("request_key.user_id", "=", viewerId)
            .whereRef("request_key.key", "=", "parked_form.request_key"),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("draft")
            .select("id")
            .where("draft.user_id", "=", viewerId)
            .whereRef("draft.request_key", "=", "parked_form.request_key")
            .whereRef("draft.updated_at", ">", "parked_form.created_at"),
        ),
      ),
    )
    .orderBy("created_at", "desc")
    .limit(1)
    .execute();

/**
 * The form stored for this page, as a refusal with all that was typed; null for none. Kept until it's sent or saved as a
 * draft, for at most a day.
 */
export async function parkedForm(
  db: Db,
  viewer: Pick<Viewer, "id">,
  request: Request,
  now: number,
): Promise<Refusal | null> {
  const address = pathOf(request).replace(/\/_payload\.json$/, "");
  const [parked] = await newestWaiting(db, { viewerId: viewer.id, address, since: now - KEPT_MS });
  if (!parked) return null;
  const files = JSON.parse(parked.files) as string[];
  const lost = files.length > 0 ? [say.attachAgain(allOf(files))] : [];
  return {
    values: JSON.parse(parked.form) as Record<string, string>,
    errors: {},
    formErrors: [say.sessionEndedBeforeSending, ...lost],
    parked: true,
  };
}

/** Deletes a stored form once it's sent. For forms that only change something, and so leave no other trace. */
export async function forgetParkedForm(db: Db, viewer: Pick<Viewer, "id">, requestKey: string): Promise<void> {
  if (ownerOfKey(requestKey) !== viewer.id) return; // such keys are never stored
  await db.deleteFrom("parked_form").where("request_key", "=", requestKey).where("user_id", "=", viewer.id).execute();
}

/** Deletes expired forms. */
export async function sweepParkedForms(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom("parked_form")
    .where("created_at", "<=", now - KEPT_MS)
    .execute();
}
