import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** What people read here; docs/decisions/0020 says how to add to it. */

export const preview = "Preview";
export const thereIsNothingToPreviewYet = "There is nothing to preview yet.";
export const noPreviewMade = "The preview failed. Your text is still here, so you can try again.";
export const markdownWorksBoldListsTablesCode = "Markdown works: **bold**, lists, tables, `code`.";
export const markdownAndMentions = (markdown: string) => `${markdown} Type @Name to mention a colleague.`;
export const conversation = "Conversation";
export const showOlderMessages = "Show older messages";
export const goToTheNewest = "Go to the newest";
export const taskdesk = "Taskdesk";
export const onBehalfOf = (name: string) => `on behalf of ${name}`;
export const internalNote = "Internal note";
export const splitInto = (link: ReactNode) => sentence`Split into ${link}`;
export const showNewerMessages = "Show newer messages";
export const showTheNewest = "Show the newest";
