import { type RefObject, useEffect, useReducer, useRef, useState } from "react";
import { allOf } from "~/lib/text";
import type { DraftPlace } from "../drafts/drafts";
import * as say from "../writing-copy";
import { carriesFiles, isPicture, pictureAddress, type ShownFile } from "./attachments";
import { asParagraph, type FileLimits, whyNotAttached } from "./file-limits";
import { deleteUpload, sendFile } from "./send-file";
import { filesToBe, NOTHING_CHOSEN, readyToSend, type UploadList, uploadList } from "./upload-list";

type Chosen = { file: File; pasted: boolean };

/** Uploads one file at a time, and blocks the form until all have arrived. */
export function useUploads(
  field: RefObject<HTMLElement>,
  place: DraftPlace,
  there: readonly ShownFile[],
  limits: FileLimits,
) {
  const [list, tell] = useReducer(uploadList, NOTHING_CHOSEN);
  const [announced, announce] = useState("");
  const chosen = useRef(new Map<number, Chosen>());
  const current = useRef<{ key: number; cancel: () => void } | null>(null);
  const submitter = useRef<HTMLElement | null>(null);
  const [stopped, stop] = useState<HTMLElement | null>(null);
  const next = list.uploads.find(({ state }) => state === "waiting" || state === "sending");
  const ready = readyToSend(list);

  function choose(files: readonly File[], pasted: boolean) {
    let room = limits.perMessage - filesToBe(there, list);
    const added = files.map((file, index) => {
      const key = chosen.current.size + index;
      const { name, size } = file;
      const why = sizeError(size, limits) ?? (room-- > 0 ? null : ("too_many" as const));
      return { key, file, name, size, why };
    });
    for (const { key, file } of added) chosen.current.set(key, { file, pasted });
    tell({ type: "chosen", files: added.map(({ key, name, size }) => ({ key, name, size })) });
    for (const { key, name, why } of added) if (why) fail("refused", key, whyNotAttached(name, why, limits));
  }

  /** Reports a failed file and cancels a waiting submit, because the writer hasn't seen the error yet. */
  function fail(type: "failed" | "refused", key: number, why: string) {
    tell({ type, key, why });
    announce(why);
    submitter.current = null;
  }

  // One at a time, so that on a slow connection the first finishes early.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each next file and reads the rest then.
  useEffect(() => {
    const upload = next && chosen.current.get(next.key);
    if (!next || !upload || current.current?.key === next.key) return;
    const { key, name } = next;
    const { answer, cancel } = sendFile(place, upload.file, (sent) => tell({ type: "sending", key, sent }));
    current.current = { key, cancel };
    void answer.then((sent) => {
      if (current.current?.key === key) current.current = null;
      if (!sent.ok) {
        const why = sent.why.includes(name) ? sent.why : `“${name}”: ${sent.why}`;
        return fail(sent.refused ? "refused" : "failed", key, why);
      }
      tell({ type: "done", key, file: sent.file });
      announce(say.isAttached(name));
      if (upload.pasted && sent.file.picture) insertPicture(field.current, sent.file);
    });
  }, [next?.key]);

  useEffect(() => () => current.current?.cancel(), []);

  // Files chosen, dropped or pasted (file-field.island), some perhaps before this loaded.
  const latest = useRef(choose);
  latest.current = choose;
  useEffect(() => {
    const input = inputOf(field.current);
    if (!input) return;
    function take() {
      if (!input) return;
      const files = [...(input.files ?? [])];
      const pasted = input.hasAttribute("data-pasted");
      input.value = "";
      input.removeAttribute("data-pasted");
      if (files.length > 0) latest.current(pasted ? files.filter(isPicture) : files, pasted);
    }
    take();
    input.addEventListener("change", take);
    return () => input.removeEventListener("change", take);
  }, [field]);

  useEffect(() => {
    const form = field.current?.closest("form");
    if (!form) return;
    const dropping = (yes: boolean) => form.classList.toggle("is-dropping", yes);

    function onDrag({ dataTransfer }: DragEvent) {
      if (carriesFiles(dataTransfer)) dropping(true);
    }
    function onLeave({ relatedTarget }: DragEvent) {
      if (!(relatedTarget instanceof Node && form?.contains(relatedTarget))) dropping(false);
    }
    function onSubmit(event: SubmitEvent) {
      const isDraftButton = event.submitter?.getAttribute("name") === "do"; // failed files don't block it
      if (ready === "ready" || (ready !== "wait" && isDraftButton)) return;
      event.preventDefault();
      event.stopPropagation();
      const button = event.submitter ?? form ?? null;
      submitter.current = ready === "wait" ? button : null;
      stop(ready === "wait" ? null : button);
      if (ready === "failed") field.current?.querySelector<HTMLElement>("[data-try-again]")?.focus();
      announce(ready === "wait" ? say.sendsAfterUpload : whyStopped(ready, list));
    }
    const listening = new AbortController();
    const { signal } = listening;
    form.addEventListener("dragover", onDrag, { signal });
    form.addEventListener("dragleave", onLeave, { signal });
    form.addEventListener("drop", () => dropping(false), { signal });
    form.addEventListener("submit", onSubmit, { signal, capture: true });
    return () => listening.abort();
  });

  useEffect(() => {
    if (ready !== "ready" || !submitter.current) return;
    const button = submitter.current instanceof HTMLButtonElement ? submitter.current : null;
    submitter.current = null;
    field.current?.closest("form")?.requestSubmit(button);
  }, [ready, field]);

  const held =
    stopped && (ready === "failed" || ready === "refused")
      ? { why: ready, words: whyStopped(ready, list), without: withoutThem(stopped, list) }
      : null;
  return {
    list,
    announced,
    held,
    sendWithout() {
      submitter.current = stopped;
      stop(null);
      tell({ type: "left_out" });
    },
    forget: () => tell({ type: "deleted", left: there.map(({ id }) => id) }),
    again: (key: number) => tell({ type: "again", key }),
    cancel(key: number) {
      if (current.current?.key === key) {
        current.current.cancel();
        current.current = null;
      }
      tell({ type: "cancelled", key });
      focusInput(field.current);
    },
    async remove(id: number) {
      if (await deleteUpload(id)) {
        tell({ type: "removed", id });
        announce(say.fileRemoved);
        focusInput(field.current);
      } else announce(say.fileNotRemoved);
    },
  };
}

const refusedOf = ({ uploads }: UploadList) => uploads.filter(({ state }) => state === "refused");

function whyStopped(why: "failed" | "refused", list: UploadList): string {
  if (why === "failed") return say.notSentRetryFile;
  const names = refusedOf(list).map(({ name }) => `“${name}”`);
  return say.notSentNotAttached(allOf(names), names.length);
}

/** Label of the button that sends without the refused files, in the words of the original button. */
const withoutThem = (button: HTMLElement, list: UploadList) =>
  say.sendWithoutFiles(
    button instanceof HTMLButtonElement ? button.innerText.trim() : say.send,
    refusedOf(list).length,
  );

const sizeError = (size: number, limits: FileLimits) =>
  size > limits.eachBytes ? ("too_large" as const) : size === 0 ? ("empty" as const) : null;

const inputOf = (field: HTMLElement | null) => field?.querySelector<HTMLInputElement>('input[type="file"]');
const focusInput = (field: HTMLElement | null) => inputOf(field)?.focus();

/** Inserts a pasted picture at the cursor, as a separate paragraph. */
function insertPicture(field: HTMLElement | null, { id, name }: ShownFile) {
  const area = field?.closest("form")?.querySelector("textarea");
  if (!area) return;
  const words = name.replace(/\.[^.]*$/, "").replace(/[[\]\\]/g, " ");
  const [before, after] = [area.value.slice(0, area.selectionStart), area.value.slice(area.selectionEnd)];
  const picture = asParagraph(`![${words}](${pictureAddress(id)})`, before, after);
  area.setRangeText(picture, area.selectionStart, area.selectionEnd, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}
