import { type RefObject, useEffect, useReducer, useRef, useState } from "react";
import { readCopy, writeCopy } from "~/lib/browser-drafts";
import { Button } from "~/ui/button";
import { useRootData } from "~/ui/root-data";
import { Time } from "~/ui/time";
import { useFormTouched, useLazyModule } from "~/ui/use-lazy-module";
import * as say from "../conversation-copy";
import { PreviewButton } from "../messages/preview-text";
import type { Told } from "./autosave-form-draft";
import { readTyped, requestKeyOf } from "./draft-form";
import type { OwnDrafts } from "./draft-rows.server";
import { type Draft, type DraftPlace, placeName, textField } from "./drafts";

const load = () => import("./autosave-form-draft");

/**
 * Shows the form's draft state and offers other versions. Without scripts it shows the page's draft, and its buttons save and
 * delete it. The keeper loads when the form is touched or something is saved already.
 */
function DraftStatus({ drafted: { place, draft, deleted, shareable, now }, resetForm }: LineProps) {
  const deletions = deleted.map(({ id }) => id);
  const person = useRootData()?.session?.user.id;
  const mark = useRef<HTMLInputElement>(null);
  const first = useRef({ place, draft });
  const [told, tell] = useState<Told | null>(null);

  const [live, wake] = useLazyModule(load);
  useFormTouched(mark, wake);
  useEarlyText(mark, { person, ...first.current }, live !== null, wake);
  useEffect(() => {
    if (draft) wake();
  }, [draft, wake]);

  const known = told ? told.known : (draft?.updatedAt ?? null);
  return (
    <>
      <input type="hidden" name="draft" value={known ?? ""} ref={mark} />
      {live && person !== undefined && (
        <live.Keeper {...{ mark, person, draft, deletions, resetForm, tell }} first={first.current} />
      )}
      <Button look="quiet" name="do" value="save-draft" formNoValidate>
        {say.saveDraft}
      </Button>
      {shareable && (
        <Button look="quiet" name="do" value={draft?.shared ? "unshare-draft" : "share-draft"} formNoValidate>
          {draft?.shared ? say.stopSharing : say.shareWithColleagues}
        </Button>
      )}
      {/* Last, with reserved space, so that updates while typing move nothing. */}
      <div className="draft-state">
        {told?.words ? (
          <span data-trouble={told.trouble ?? undefined}>{told.words}</span>
        ) : (
          draft && <span>{say.draftSavedAt(<Time at={draft.updatedAt} now={now} />)}</span>
        )}
        <span className="unseen" role="status">
          {told?.announced}
        </span>
        {known !== null && (
          <Button look="quiet" name="do" value="delete-draft" formNoValidate>
            {say.deleteDraft}
          </Button>
        )}
      </div>
    </>
  );
}

/** Saves text in this browser until the keeper loads and picks it up, or if it can't load. */
function useEarlyText(
  mark: RefObject<HTMLInputElement>,
  { person, place, draft }: { person: number | undefined; place: DraftPlace; draft: Draft | null },
  isLive: boolean,
  wake: () => void,
) {
  const { kind } = place;
  const name = placeName(place);
  const known = draft?.updatedAt ?? null;
  useEffect(() => {
    const form = mark.current?.form;
    if (!form || isLive || person === undefined) return;
    const text = form.elements.namedItem(textField(kind)) as HTMLTextAreaElement | null;
    if (readCopy(person, name) || text?.value !== text?.defaultValue) wake();
    const keep = () => {
      const copy = { ...readTyped(form, kind), requestKey: requestKeyOf(form), revision: 0, known, at: Date.now() };
      writeCopy(person, name, copy);
    };
    form.addEventListener("input", keep);
    return () => form.removeEventListener("input", keep);
  }, [mark, person, kind, name, known, isLive, wake]);
}

/** A form's state of its draft. */
export type Drafted = {
  place: DraftPlace;
  draft: Draft | null;
  deleted: OwnDrafts["deleted"];
  /** Whether there are colleagues who could read it. */
  shareable: boolean;
  /** UTC milliseconds. */
  now: number;
};

/** The part of a page's drafts that belongs to one of its forms. */
export function draftedIn(place: DraftPlace, own: OwnDrafts, now: number, shareable = false): Drafted {
  const deleted = own.deleted.filter(({ kind }) => kind === place.kind);
  const draft = own.drafts.find(({ kind }) => kind === place.kind) ?? null;
  return { place, draft, deleted, shareable, now };
}

/** A form key and its reset: after its draft is deleted or restored, a form remounts with the page's data. */
export const useResetKey = () => useReducer((times: number) => times + 1, 0);

type LineProps = { drafted: Drafted; resetForm: () => void };

/** Draft buttons, last in a form. They post it as it is, without validation. */
export function DraftLine({ drafted, resetForm }: LineProps) {
  const { place } = drafted;
  return (
    <div className="draft-line">
      <PreviewButton name={textField(place.kind)} />
      <DraftStatus {...{ drafted, resetForm }} />
      {place.taskId !== null && <noscript>{say.saveDraftFirst}</noscript>}
    </div>
  );
}
