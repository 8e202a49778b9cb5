/** What a preview shows: the HTML of a text as it was when it was asked for; null while it is closed. */
export type Preview = { text: string; html: string } | null;

/** What pressing the button does: a preview of what stands in the field closes; one of an older text is made anew. */
export const pressed = (shown: Preview, text: string): "close" | "ask" => (shown?.text === text ? "close" : "ask");
