import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { Refusal } from "~/lib/refusal";
import { fieldId, hintIdOf } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { useRootData } from "~/ui/root-data";
import { useLazyModule, useTouched } from "~/ui/use-lazy-module";
import * as say from "../conversation-copy";
import type { DraftPlace } from "../drafts/draft-place";
import { FileLine } from "./attached-files";
import { bringsFiles, bringsPictures, FILES_PER_MESSAGE, fileErrors, type ShownFile } from "./attachments";

type Props = {
  place: DraftPlace;
  /** What is attached already. */
  files: readonly ShownFile[];
  /** The drafts of this place that were deleted. */
  deleted: readonly { id: number }[];
  refusal: Refusal | null | undefined;
  /** How to write the text above: a second hint, and then both are behind one word, where room is short. */
  tips?: ReactNode;
};

const load = () => import("./uploads");

/**
 * Files of what is being written. Without scripts they are sent with the form, and those that are there have a box to
 * remove them by. With scripts they are chosen, dropped or pasted, and sent at once to the draft: what does that comes
 * when the form is touched.
 */
export function FileField({ place, files, deleted, refusal, tips }: Props) {
  const field = useRef<HTMLDivElement>(null);
  const isLive = useHydrated();
  const [live, wake] = useLazyModule(load);
  useTouched(field, wake);
  const isFilled = files.length > 0;
  useEffect(() => {
    if (isFilled) wake();
  }, [isFilled, wake]);
  useEarlyFiles(field, live !== null);
  const eachMib = useRootData()?.client.attachmentMib ?? 25;
  const errorsName = fileErrors(place.kind);
  const errors = refusal?.errors[errorsName] ?? [];
  const id = fieldId(errorsName);
  const hint = (
    <p className="field-hint" id={hintIdOf(errorsName)}>
      {say.howManyFiles(FILES_PER_MESSAGE, eachMib)} <span className="files-ways">{say.dropOrPaste}</span>
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
 * A file dropped while its script is on its way waits in the field: the browser would open it in the page's place. So does
 * a pasted picture, which would be lost.
 */
function useEarlyFiles(field: RefObject<HTMLElement>, isLive: boolean) {
  useEffect(() => {
    const form = field.current?.closest("form");
    if (!form || isLive) return;
    const input = field.current?.querySelector<HTMLInputElement>('input[type="file"]');
    function onDrop(event: DragEvent) {
      if (!bringsFiles(event.dataTransfer)) return;
      event.preventDefault();
      const { files } = event.dataTransfer;
      if (input && files.length > 0) input.files = files; // none while it is only dragged over
    }
    function onPaste(event: ClipboardEvent) {
      if (!input || !bringsPictures(event.clipboardData)) return;
      event.preventDefault();
      input.files = event.clipboardData.files;
      input.dataset.pasted = "";
    }
    form.addEventListener("dragover", onDrop);
    form.addEventListener("drop", onDrop);
    form.addEventListener("paste", onPaste);
    return () => {
      form.removeEventListener("dragover", onDrop);
      form.removeEventListener("drop", onDrop);
      form.removeEventListener("paste", onPaste);
    };
  }, [field, isLive]);
}
