import type { ActionFunctionArgs } from "@remix-run/node";
import { TYPES } from "~/features/catalogue/types.server";
import { changeEntryAction } from "./_app.settings.statuses._index/entries.server";

export { refuseGet as loader } from "~/http/refusals.server";

/** `verb`: move a type in the list, retire it or offer it again, or delete it. */
export const action = (args: ActionFunctionArgs) => changeEntryAction(args, TYPES);
