import { readErrorBody } from "~/lib/refusal";
import { LIST_CHANGED } from "~/lib/tab-events";
import { saying } from "~/ui/lazy-toasts";
import { type InPlaceAnswer, inPlaceHref } from "./bulk";
import * as say from "./bulk-copy";

/** A random request key. */
const newKey = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}-list`;

/** Posts fields. Returns the response, or an error message. */
async function post(address: string, fields: Record<string, string>): Promise<unknown> {
  const headers = { Accept: "application/json" };
  const answer = await fetch(address, { method: "POST", body: new URLSearchParams(fields), headers }).catch(() => null);
  if (!answer) return say.unreachable;
  if (answer.ok) document.dispatchEvent(new Event(LIST_CHANGED));
  const body: unknown = answer.status === 204 ? {} : await answer.json().catch(() => null);
  return answer.ok && body ? body : readErrorBody(body).message || say.somethingWentWrong;
}

const failed = (text: string) => void saying((toast) => toast.error(text));

/**
 * Changes tasks without leaving their list and shows the result as a toast. Returns whether the list needs fresh data, or the
 * page that shows a long change. `list` is the query of the list's URL.
 */
export async function changeInPlace(list: string, fields: Record<string, string>): Promise<boolean | { href: string }> {
  const back = location.pathname + location.search;
  const answer = await post(inPlaceHref(list), { ...fields, back, requestKey: newKey() });
  if (typeof answer === "string") {
    failed(answer);
    return false;
  }
  const said = answer as InPlaceAnswer;
  if ("href" in said) return said;
  const { type, text, action, link } = said.toast;
  const more = { ...(action && { action }), ...(link && { link }) };
  void saying((toast) => toast[type === "default" ? "message" : type](text, more));
  return true;
}

/** Marks tasks as read or unread. */
export async function markTasks(ids: readonly number[], unread: "yes" | "no"): Promise<void> {
  const answer = await post(`/tasks/${ids[0]}/seen`, { unread, id: ids.join() });
  if (typeof answer === "string") failed(answer);
}
