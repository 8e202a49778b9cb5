import type { ActionFunctionArgs } from "@remix-run/node";
import { TYPES } from "~/features/catalogue/types.server";
import { changesEntry } from "./_app.settings.statuses._index/entries.server";

export { takesForms as loader } from "~/http/refusals.server";

/** Moves a type in the list, offers it or not, or deletes it: `verb`. */
export const action = (args: ActionFunctionArgs) => changesEntry(args, TYPES);
