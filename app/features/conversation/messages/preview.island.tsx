import { type RefObject, useEffect, useState } from "react";
import { toast } from "~/ui/toast";
import * as say from "../conversation-copy";
import { PreviewText } from "./preview-text";

/** What a preview shows: the HTML of a text as it was when it was asked for; null while it is closed. */
export type Preview = { text: string; html: string } | null;

/** What pressing the button does: a preview of what stands in the field closes; one of an older text is made anew. */
export const pressed = (shown: Preview, text: string): "close" | "ask" => (shown?.text === text ? "close" : "ask");

type Props = {
  /** The element around the text area. */
  field: RefObject<HTMLElement>;
  /** Of the text. */
  name: string;
  /** What the server rendered when it was asked without scripts. */
  html: string | undefined;
  taskId: number | undefined;
};

/**
 * The text as its readers will see it, above the field. Without scripts the button `Preview` of the form brings the page
 * again with it; with scripts it opens and closes without leaving the page.
 */
export function TextPreview({ field, name, html, taskId }: Props) {
  const [shown, setShown] = useState<Preview>(html === undefined ? null : { text: "", html });

  // The button may have been pressed after the page woke and before this did: then the page's answer brings it.
  useEffect(() => {
    if (html !== undefined) setShown({ text: "", html });
  }, [html]);

  useEffect(() => {
    const area = field.current?.querySelector("textarea");
    const form = area?.form;
    if (!area || !form) return;
    const button = form.querySelector<HTMLButtonElement>('button[name="do"][value="preview"]');
    button?.setAttribute("aria-expanded", String(shown !== null));

    async function press(event: MouseEvent) {
      if (!button || !(event.target instanceof Node) || !button.contains(event.target) || !area) return;
      event.preventDefault();
      const text = area.value;
      if (pressed(shown, text) === "close") return setShown(null);
      const made = await ask(text, taskId).catch(() => null);
      if (made === null) toast.error(say.noPreviewMade);
      else setShown({ text, html: made });
    }
    form.addEventListener("click", press);
    return () => form.removeEventListener("click", press);
  }, [field, shown, taskId]);

  return <PreviewText name={name} html={shown?.html} />;
}

async function ask(text: string, taskId: number | undefined): Promise<string> {
  const body = new URLSearchParams({ text, ...(taskId !== undefined && { task: String(taskId) }) });
  const answer = await fetch("/tasks/preview", { method: "POST", body, headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`The preview answered ${answer.status}.`);
  return ((await answer.json()) as { html: string }).html;
}
