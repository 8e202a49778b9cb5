import { Button } from "~/ui/button";
import { Time } from "~/ui/time";
import * as say from "./drafts-copy";
import type { SharedDraft } from "./shared-drafts.server";

export type SharedProps = {
  drafts: readonly SharedDraft[];
  kind: SharedDraft["kind"];
  /** UTC milliseconds. */
  now: number;
};

/** What colleagues have begun and let others read, as they typed it. Stands above the form it could be sent with. */
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
