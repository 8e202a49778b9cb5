import type { Refusal } from "~/lib/refusal";

/** The key of a form that may be sent when its writer's session has ended: with it the form is there again later. */
export function RequestKeyField({ requestKey, refusal }: { requestKey: string; refusal: Refusal | null | undefined }) {
  return <input type="hidden" name="requestKey" value={refusal?.values.requestKey ?? requestKey} />;
}
