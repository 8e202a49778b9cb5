import { useActionData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import type { TaskRefusal } from "./task-view";

/**
 * What became of the last sending of one of the page's forms: answers to the others leave it as it is, with all that is
 * typed in it. `times` changes when it has been answered, and the form then starts anew.
 */
export function useAnswerTo(form: TaskRefusal["form"], refused: TaskRefusal | null) {
  const { state, formData } = useNavigation();
  const unsent = useActionData() === null; // it did not reach the server: the form stays
  const own = refused?.form === form ? refused : null;
  const [answer, setAnswer] = useState({ refused: own, isOnItsWay: false, times: 0 });
  if (!answer.isOnItsWay && formData?.get("form") === form) setAnswer({ ...answer, isOnItsWay: true });
  else if (answer.isOnItsWay && state === "idle") {
    setAnswer(unsent ? { ...answer, isOnItsWay: false } : { refused: own, isOnItsWay: false, times: answer.times + 1 });
  }
  return answer;
}
