import { useReducer } from "react";
import { PreviewButton } from "../messages/preview-button";
import { DraftStatus } from "./draft-keeper.island";
import type { Draft, DraftPlace } from "./draft-place";
import type { OwnDrafts } from "./draft-read.server";
import * as say from "./drafts-texts";
import { textField } from "./kept-text";

/** What a form knows of its draft. */
export type Drafted = {
  place: DraftPlace;
  draft: Draft | null;
  deleted: OwnDrafts["deleted"];
  /** There are colleagues who could read it. */
  shareable: boolean;
  /** UTC milliseconds. */
  now: number;
};

/** The part of a page's own drafts that belongs to one of its forms. */
export function draftedIn(place: DraftPlace, own: OwnDrafts, now: number, shareable = false): Drafted {
  const deleted = own.deleted.filter(({ kind }) => kind === place.kind);
  const draft = own.drafts.find(({ kind }) => kind === place.kind) ?? null;
  return { place, draft, deleted, shareable, now };
}

/**
 * A form that was deleted, or brought back, is another one: its key and what begins it anew. Fields, files and choices then
 * are those the page has.
 */
export const useBeginnings = () => useReducer((times: number) => times + 1, 0);

type LineProps = { drafted: Drafted; beginAnew: () => void };

/** Stands last in a form that has drafts. Its buttons send the form as it is: nothing of it has to be right yet. */
export function DraftLine({ drafted: { place, draft, deleted, shareable, now }, beginAnew }: LineProps) {
  const deletions = deleted.map(({ id }) => id);
  return (
    <div className="draft-line">
      <PreviewButton name={textField(place.kind)} />
      <DraftStatus {...{ place, draft, deletions, beginAnew, shareable, now }} />
      {place.taskId !== null && <noscript>{say.saveBeforeOtherForms}</noscript>}
    </div>
  );
}
