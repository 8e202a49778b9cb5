import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { Refusal } from "~/lib/refusal";
import { fieldId, hintIdOf } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { useRootData } from "~/ui/root-data";
import { useFormTouched, useLazyModule } from "~/ui/use-lazy-module";
import * as say from "../conversation-copy";
import type { DraftPlace } from "../drafts/drafts";
import { FileLine } from "./attached-files";
import { carriesFiles, carriesPictures, FILES_PER_MESSAGE, fileErrors, type ShownFile } from "./attachments";

type Props = {
  place: DraftPlace;
  files: readonly ShownFile[];
  /** Deleted drafts of this place. */
  deleted: readonly { id: number }[];
  refusal: Refusal | null | undefined;
  /** Formatting hints. With them, both hints fold into one disclosure where space is short. */
  tips?: ReactNode;
};

const load = () => import("./uploads");

/**
 * Files of a draft. Without scripts they are posted with the form, and attached ones have a checkbox to remove them. With
 * scripts they are chosen, dropped or pasted and uploaded at once. That code loads when the form is touched.
 */
export function FileField({ place, files, deleted, refusal, tips }: Props) {
  const field = useRef<HTMLDivElement>(null);
  const isLive = useHydrated();
  const [live, wake] = useLazyModule(load);
  useFormTouched(field, wake);
  const isFilled = files.length > 0;
  useEffect(() => {
    if (isFilled) wake();
  }, [isFilled, wake]);
  useDroppedFiles(field);
  const eachMib = useRootData()?.client.attachmentMib ?? 25;
  const errorsName = fileErrors(place.kind);
  const errors = refusal?.errors[errorsName] ?? [];
  const id = fieldId(errorsName);
  const hint = (
    <p className="field-hint" id={hintIdOf(errorsName)}>
      {say.filesHint(FILES_PER_MESSAGE, eachMib)} <span className="files-ways">{say.dropOrPasteHint}</span>
    </p>
  );

  return (
    <div className={isLive ? "field files files-live" : "field files"} ref={field}>
      <label className="field-label" htmlFor={id}>
        {say.attachFiles}
      </label>
      <input
        id={id}
        className="files-input"
        type="file"
        name="files"
        multiple
        aria-describedby={`${hintIdOf(errorsName)}${errors.length > 0 ? ` ${id}-error` : ""}`}
        aria-invalid={errors.length > 0 || undefined}
      />
      {tips ? (
        <details className="writing-tips">
          <summary>{say.writingTips}</summary>
          {tips}
          {hint}
        </details>
      ) : (
        hint
      )}
      {errors.length > 0 && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="error" />
          {errors.join(" ")}
        </p>
      )}
      {live ? (
        <live.Uploads {...{ field, place, files, deleted, eachMib }} />
      ) : (
        isFilled && (
          <ul className="files-list" aria-label={say.attachedFiles}>
            {files.map((file) => (
              <li key={file.id}>
                <FileLine file={file} />
                <label className="checkbox files-remove">
                  <input type="checkbox" name="removeFile" value={file.id} /> {say.remove}
                  <span className="unseen"> {file.name}</span>
                </label>
              </li>
            ))}
          </ul>
        )
      )}
    </div>
  );
}

/**
 * Puts files that are dropped on the form or pasted into the field, as if chosen there. The upload script takes them
 * from it once loaded. Without this, the browser would open a dropped file in place of the page and lose a pasted
 * picture.
 */
function useDroppedFiles(field: RefObject<HTMLElement>) {
  useEffect(() => {
    const form = field.current?.closest("form");
    const input = field.current?.querySelector<HTMLInputElement>('input[type="file"]');
    if (!form || !input) return;
    function take(event: Event, files: FileList, isPasted = false) {
      event.preventDefault();
      if (!input || files.length === 0) return; // empty during dragover
      input.files = files;
      input.toggleAttribute("data-pasted", isPasted);
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }
    const onDrag = (event: DragEvent) => {
      if (carriesFiles(event.dataTransfer)) take(event, event.dataTransfer.files);
    };
    const onPaste = (event: ClipboardEvent) => {
      if (carriesPictures(event.clipboardData)) take(event, event.clipboardData.files, true);
    };
    const listening = new AbortController();
    const { signal } = listening;
    form.addEventListener("dragover", onDrag, { signal });
    form.addEventListener("drop", onDrag, { signal });
    form.addEventListener("paste", onPaste, { signal });
    return () => listening.abort();
  }, [field]);
}
