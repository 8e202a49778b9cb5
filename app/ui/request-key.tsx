import { useActionData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import type { Refusal } from "~/lib/refusal";

type Props = { requestKey: string; refusal: Refusal | null | undefined };

/**
 * The key of a form. Whatever the form sends twice is one thing, and what it sent when its writer's session had ended is
 * there again under it. So the key stays until what was sent has been done; what is sent next has the page's new one. To
 * save a draft or to look at a preview (`do`) is not yet to send. A refusal may bring another one.
 */
export function useRequestKey({ requestKey, refusal }: Props): string {
  const { state, formData } = useNavigation();
  const isDone = useActionData() === undefined; // what was refused has an answer, and null is what did not arrive
  const [{ key, isOnItsWay }, set] = useState({ key: refusal?.values.requestKey ?? requestKey, isOnItsWay: false });
  const anotherKey = isDone ? requestKey : (refusal?.values.requestKey ?? key);
  if (!isOnItsWay && formData?.get("requestKey") === key && !formData.has("do")) set({ key, isOnItsWay: true });
  // A refusal is read, and answered, before the page around it has come.
  else if (isOnItsWay && (state === "idle" || (state === "loading" && !isDone && anotherKey !== key)))
    set({ key: anotherKey, isOnItsWay: false });
  return key;
}

export const RequestKeyField = (props: Props) => <input type="hidden" name="requestKey" value={useRequestKey(props)} />;
