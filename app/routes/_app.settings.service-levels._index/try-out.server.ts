import { db } from "~/db/db.server";
import { type Trial, type TrialResult, tryChange } from "~/features/service-levels/what-if/what-if.server";
import type { Viewer } from "~/features/users/users";
import { inTurnOf } from "~/http/expensive-requests.server";
import { refuse } from "~/http/form.server";
import { tooManyAtOnce } from "~/http/http-copy";
import { TooManyWaiting } from "~/lib/concurrency-limit";
import type { Refusal } from "~/lib/refusal";

/* Shared by the pages of calendars and of service levels. */

/** Tries a change, and shows its form again with the result. */
export async function tryOut(
  { request, viewer, form }: { request: Request; viewer: Viewer; form: FormData },
  trial: Trial,
): Promise<{ status: number; refusal: Refusal; trial: TrialResult | null }> {
  try {
    const work = () => tryChange(db, viewer, trial, Date.now(), request.signal);
    return { status: 200, refusal: refuse(form, {}), trial: await inTurnOf(viewer.id, request, work) };
  } catch (error) {
    if (!(error instanceof TooManyWaiting)) throw error;
    return { status: 429, refusal: refuse(form, {}, [tooManyAtOnce]), trial: null };
  }
}
