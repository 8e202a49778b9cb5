import { cleanLine } from "~/lib/text";

/** A name or subject for a header: one line, without encoded words, because mail clients would decode them. */
export const safeHeaderLine = (text: string) => cleanLine(text).replaceAll("=?", "= ?");
