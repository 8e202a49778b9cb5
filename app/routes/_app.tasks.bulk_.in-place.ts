import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { readTypedActions } from "~/features/actions/named-values.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import {
  type BulkWanted,
  backToList,
  bulkHref,
  chosenActions,
  type InPlaceAnswer,
  isListHref,
  type MenuChoices,
} from "~/features/bulk/bulk";
import { startBulk } from "~/features/bulk/bulk-change.server";
import { asksFirst, menuChoices } from "~/features/bulk/bulk-choice.server";
import * as say from "~/features/bulk/bulk-copy";
import { BulkForm } from "~/features/bulk/bulk-schema";
import { bulkToast } from "~/features/bulk/bulk-toast.server";
import { type Macro, readMacro } from "~/features/macros/macros.server";
import { isAgent } from "~/features/users/users";
import { parseListUrl } from "~/features/views/parse-list-url.server";
import { wantsJson } from "~/http/error-responses.server";
import { parseForm, readForm, rejectOthersForm, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";

/** The query of the list the menus belong to. */
const listOf = (request: Request) => new URL(request.url).searchParams.get("list") ?? "";

/** Choices of a list's menus; counts the whole list only with `?all=yes`. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, isAgent);
  const isCounted = new URL(request.url).searchParams.has("all");
  const list = isCounted ? await parseListUrl(db, viewer, new URLSearchParams(listOf(request)), Date.now()) : null;
  const choices: MenuChoices = await menuChoices(db, viewer, list);
  return Response.json(choices, { headers: { "Cache-Control": "private, no-store" } });
}

/**
 * Changes tasks from a menu of their list: by script, the answer is JSON. A plain form sends `back`, the list to return to,
 * where a toast tells the result.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, isAgent);
  const form = await readForm(request);
  rejectOthersForm(form, viewer.id);
  const back = isListHref(textOf(form, "back")) ? textOf(form, "back") : backToList(listOf(request));
  const answer = async (said: InPlaceAnswer) => {
    if (wantsJson(request)) return Response.json(said, { headers: { "Cache-Control": "private, no-store" } });
    if ("href" in said) return redirect(said.href);
    return redirect(back, await withToast(said.toast.type, said.toast.text, said.toast));
  };
  const refuse = (text: string) => answer({ toast: { type: "error", text } });

  const parsed = parseForm(form, BulkForm);
  if (!parsed.ok) {
    const { errors, formErrors } = parsed.refusal;
    return refuse([...formErrors, ...Object.values(errors).flat()].join(" "));
  }
  const { which, ids, macro: macroId, requestKey } = parsed.value;
  const read = await readTypedActions(db, parsed.value.actions);
  if (!read.ok) return refuse(Object.values(read.errors).flat().join(" "));
  const macro = macroId === undefined ? null : await readMacro(db, viewer, macroId);
  if (macroId !== undefined && (!macro || asksFirst(macro))) return refuse(say.macroIsGone);
  const now = Date.now();
  const search = listOf(request);
  const list = which === "all" ? (await parseListUrl(db, viewer, new URLSearchParams(search), now)).asked : null;
  if (list && !list.ok) return refuse(list.error.message);

  const wanted: BulkWanted = { ...(macro && ofMacro(macro)), ...chosenActions(read.actions) };
  const started = await startBulk(db, viewer, { tasks: list ? { list } : { ids }, wanted, back, requestKey }, now);
  if (!started.ok) return refuse(started.why === "too_many" ? say.tooManyTasks(started.most) : say.noChangeableTasks);
  const toast = await bulkToast(db, viewer, started.id);
  return answer(toast ? { toast } : { href: bulkHref(started.id) });
}

const ofMacro = ({ name, actions }: Macro): BulkWanted => ({ ...actions, macro: name });
