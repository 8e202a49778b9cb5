import { useActionData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import type { TaskRefusal } from "./task-view";

type Form = TaskRefusal["form"];

/**
 * The latest refusal of each form on the page. A response to one form leaves the others, and their text, alone.
 * `refused` is the initial refusal. `times` counts a form's refusals and the answers that end one: its form resets then.
 */
export function useFormResults(refused: TaskRefusal | null) {
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
    const resets = refusal !== null || Boolean(kept.refused[waiting]);
    if (state === "idle" && answer === null)
      keep({ ...kept, waiting: null }); // never reached the server: keep the form
    else if (state === "idle" || (refusal && refusal !== before && isSaidAtOnce(refusal)))
      keep({
        ...kept,
        refused: { ...kept.refused, [waiting]: refusal },
        times: { ...times, [waiting]: (times[waiting] ?? 0) + (resets ? 1 : 0) },
        waiting: null,
      });
  }
  return {
    to: (form: Form) => kept.refused[form] ?? null,
    times: (form: Form) => kept.times[form] ?? 0,
  };
}

/**
 * Shows a refusal while the page still reloads, so that typing can continue. A conflict waits, because its message
 * refers to the reloaded task.
 */
const isSaidAtOnce = ({ conflicts }: TaskRefusal) => conflicts.length === 0;
