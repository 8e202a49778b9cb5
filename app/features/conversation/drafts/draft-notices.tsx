import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { NewerVersion } from "~/ui/notice";
import { Time } from "~/ui/time";
import * as say from "../conversation-copy";
import type { SharedDraft } from "./draft-changes.server";
import type { OwnDrafts } from "./draft-rows.server";
import type { Drafted } from "./draft-status.island";
import { pageOf } from "./drafts";

type SharedProps = {
  drafts: readonly SharedDraft[];
  kind: SharedDraft["kind"];
  /** UTC milliseconds. */
  now: number;
};

/** Colleagues' shared drafts, above the form they could be sent with. */
export function SharedDrafts({ drafts, kind, now }: SharedProps) {
  return drafts
    .filter((draft) => draft.kind === kind)
    .map(({ id, by, body, updatedAt }) => (
      <details key={id} className="shared-draft" open>
        <summary>{say.draftOf(by, <Time at={updatedAt} now={now} />)}</summary>
        <p className="shared-draft-text">{body}</p>
        <form method="post" action={`/drafts/${id}/takeover`} data-keeps-scroll>
          <Button aria-label={say.takeOverDraftOf(by)}>{say.takeOver}</Button>
        </form>
      </details>
    ));
}

type Props = { drafted: Drafted; refusal: Refusal | null | undefined };

/** Notice that the viewer saved another version of the draft on another page. */
export const OtherDraft = ({ drafted: { place, now }, refusal }: Props) => (
  <NewerVersion
    refusal={refusal}
    says={(at) => say.draftChangedElsewhere(<Time at={at} now={now} />)}
    then={say.saveOrUseVersion(<a href={pageOf(place)}>{say.thatVersionInstead}</a>)}
  />
);

/** `now` in UTC milliseconds. */
type DeletedProps = { deleted: OwnDrafts["deleted"]; now: number };

/** Drafts deleted in the last day, each with an undo button, below their form. */
export function DeletedDrafts({ deleted, now }: DeletedProps) {
  return deleted.map(({ id, kind, updatedAt }) => (
    <form key={id} method="post" action={`/drafts/${id}/restoration`} className="draft-line" data-keeps-scroll>
      <span>{say.draftWasDeleted[kind](<Time at={updatedAt} now={now} />)}</span>
      <Button look="quiet" aria-label={say.undoDeletionOfDraft[kind]}>
        {say.undo}
      </Button>
    </form>
  ));
}
