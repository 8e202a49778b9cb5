import { useActionData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import type { TaskRefusal } from "./task-view";

type Form = TaskRefusal["form"];

/**
 * What was found wrong with each of the page's forms when it was sent last: answers to the others leave that as it is, with
 * all that is typed. `refused` is what the page began with. `times` counts the answers to a form that starts anew with each.
 */
export function useAnswers(refused: TaskRefusal | null) {
  const { state, formData } = useNavigation();
  const answer = useActionData<TaskRefusal | null>();
  const [kept, keep] = useState(() => ({
    refused: (refused ? { [refused.form]: refused } : {}) as Record<Form, TaskRefusal | null>,
    times: {} as Record<Form, number>,
    sent: undefined as FormData | undefined,
    before: answer,
    waiting: null as Form | null,
  }));
  const form = formData?.get("form");
  if (formData && formData !== kept.sent && typeof form === "string")
    keep({ ...kept, sent: formData, before: answer, waiting: form });
  else if (kept.waiting !== null) {
    const { waiting, times, before } = kept;
    const refusal = answer?.form === waiting ? answer : null;
    if (state === "idle" && answer === null)
      keep({ ...kept, waiting: null }); // it did not reach the server: the form stays
    else if (state === "idle" || (refusal && refusal !== before && isSaidAtOnce(refusal)))
      keep({
        ...kept,
        refused: { ...kept.refused, [waiting]: refusal },
        times: { ...times, [waiting]: (times[waiting] ?? 0) + 1 },
        waiting: null,
      });
  }
  return {
    to: (form: Form) => kept.refused[form] ?? null,
    times: (form: Form) => kept.times[form] ?? 0,
  };
}

/**
 * A refusal is shown while the page is still read anew, and what is typed from then on stays. Only where somebody else has
 * changed the same, the task as it is now belongs to what is said.
 */
const isSaidAtOnce = ({ conflicts }: TaskRefusal) => conflicts.length === 0;
