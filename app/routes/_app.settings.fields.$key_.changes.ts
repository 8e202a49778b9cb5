import type { ActionFunctionArgs } from "@remix-run/node";
import { FIELDS } from "~/features/catalogue/fields.server";
import { changesEntry } from "./_app.settings.statuses._index/entries.server";

export { takesForms as loader } from "~/http/refusals.server";

/** Moves a field in the list, offers it or not, or deletes it: `verb`. */
export const action = (args: ActionFunctionArgs) => changesEntry(args, FIELDS);
