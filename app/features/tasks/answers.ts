import { useActionData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import type { TaskRefusal } from "./task-view";

type Form = TaskRefusal["form"];

/**
 * What was found wrong with each of the page's forms when it was sent last: answers to the others leave that as it is, with
 * all that is typed. `refused` is the newest. `times` counts the answers to a form that starts anew with each.
 */
export function useAnswers(refused: TaskRefusal | null) {
  const { state, formData } = useNavigation();
  const answer = useActionData<TaskRefusal | null>();
  const [kept, keep] = useState(() => ({
    refused: (answer ? { [answer.form]: answer } : {}) as Record<Form, TaskRefusal | null>,
    times: {} as Record<Form, number>,
    onItsWay: null as Form | null,
  }));
  const form = formData?.get("form");
  if (typeof form === "string" && form !== kept.onItsWay) keep({ ...kept, onItsWay: form });
  else if (state === "idle" && kept.onItsWay !== null) {
    const { onItsWay, refused, times } = kept;
    if (answer === null)
      keep({ ...kept, onItsWay: null }); // it did not reach the server: the form stays
    else
      keep({
        refused: { ...refused, [onItsWay]: answer?.form === onItsWay ? answer : null },
        times: { ...times, [onItsWay]: (times[onItsWay] ?? 0) + 1 },
        onItsWay: null,
      });
  }
  return {
    to: (form: Form) => (refused?.form === form ? refused : kept.refused[form]) ?? null,
    times: (form: Form) => kept.times[form] ?? 0,
  };
}
