import type { ActionFunctionArgs } from "@remix-run/node";
import { TYPES } from "~/features/catalogue/types.server";
import { changeEntryAction } from "~/routes/_app.settings.statuses._index/entry-handlers.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** `verb`: move a type in the list, retire it or offer it again, or delete it. */
export const action = (args: ActionFunctionArgs) => changeEntryAction(args, TYPES);
