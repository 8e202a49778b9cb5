import type { ActionFunctionArgs } from "@remix-run/node";
import { STATUSES } from "~/features/catalogue/statuses.server";
import { changeEntryAction } from "./_app.settings.statuses._index/entries.server";

export { refuseGet as loader } from "~/http/refusals.server";

/** `verb`: move a status in the list, retire it or offer it again, or delete it. */
export const action = (args: ActionFunctionArgs) => changeEntryAction(args, STATUSES);
