import { type RefObject, useEffect, useState } from "react";
import { toast } from "~/ui/toast";
import * as say from "../writing-copy";
import { PreviewText } from "./preview-text";

/** An open preview: the text it was requested for, and its HTML. Null while closed. */
export type Preview = { text: string; html: string } | null;

/** Effect of the button: closes a preview of the current text, or requests a new one for a changed text. */
export const pressed = (shown: Preview, text: string): "close" | "ask" => (shown?.text === text ? "close" : "ask");

type Props = {
  /** The element around the text area. */
  field: RefObject<HTMLElement>;
  /** Name of the text field. */
  name: string;
  /** Rendered by the server for a request without scripts. */
  html: string | undefined;
  taskId: number | undefined;
};

/** The preview above the field. Without scripts the Preview button reloads the page with it; with scripts it toggles it. */
export function TextPreview({ field, name, html, taskId }: Props) {
  const [shown, setShown] = useState<Preview>(html === undefined ? null : { text: "", html });

  // The button may be pressed after hydration but before this loads: then the page's response brings the preview.
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
      if (made === null) toast.error(say.previewFailed);
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
  if (!answer.ok) throw new Error(`Preview request failed with status ${answer.status}.`);
  return ((await answer.json()) as { html: string }).html;
}
