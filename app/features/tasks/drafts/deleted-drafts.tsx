import { Button } from "~/ui/button";
import { Time } from "~/ui/time";
import type { DraftKind } from "./draft-place";
import type { OwnDrafts } from "./draft-read.server";
import * as say from "./drafts-texts";

/** `now` in UTC milliseconds. */
export type DeletedProps = { deleted: OwnDrafts["deleted"]; now: number };

const NAMES: Record<DraftKind, string> = { reply: say.reply, note: say.note, task: say.newTask };

/** Drafts deleted within a day, each with the way back. Stands below its form. */
export function DeletedDrafts({ deleted, now }: DeletedProps) {
  return deleted.map(({ id, kind, updatedAt }) => (
    <form key={id} method="post" action={`/drafts/${id}/restoration`} className="draft-line" data-keeps-scroll>
      <span>{say.draftWasDeleted(NAMES[kind], <Time at={updatedAt} now={now} />)}</span>
      <Button look="quiet" aria-label={say.undoDeletionOfDraft(NAMES[kind])}>
        {say.undo}
      </Button>
    </form>
  ));
}
