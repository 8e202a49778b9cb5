import { cleanLine } from "~/lib/text";

/** A name or a subject for a header: one line, and no encoded word, which mail programs would decode to anything. */
export const safeHeaderLine = (text: string) => cleanLine(text).replaceAll("=?", "= ?");
