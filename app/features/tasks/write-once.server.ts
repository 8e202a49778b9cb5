import { once } from "~/db/once-per-form.server";
import type { Tx } from "~/db/transaction.server";

/** The form has already been sent with another text, so this one isn't saved anywhere. */
export type OtherText = { ok: false; why: "other_text" };

/** Runs `write` once per form (`once`). `write` returns the id of the row it wrote, or why it wrote nothing. */
export async function writeOnce<Refused extends { ok: false }>(
  tx: Tx,
  form: { userId: number; key: string; text?: string },
  now: number,
  write: () => Promise<number | Refused>,
): Promise<{ ok: true; id: number; repeated: boolean } | OtherText | Refused> {
  let refused: Refused | undefined;
  const made = await once(tx, form, now, async () => {
    const written = await write();
    if (typeof written === "number") return written;
    refused = written;
    return null;
  });
  if (made)
    return made.differentText ? { ok: false, why: "other_text" } : { ok: true, id: made.id, repeated: made.repeated };
  return refused ?? Promise.reject(new Error("Nothing was written, and no reason was given."));
}
