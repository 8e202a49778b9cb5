import { Button } from "~/ui/button";
import { Time } from "~/ui/time";
import type { OwnDrafts } from "./draft-read.server";
import * as say from "./drafts-copy";

/** `now` in UTC milliseconds. */
export type DeletedProps = { deleted: OwnDrafts["deleted"]; now: number };

/** Drafts deleted within a day, each with the way back. Stands below its form. */
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
