import { useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { useRootData } from "~/ui/root-data";
import { Time } from "~/ui/time";
import type { Draft, DraftPlace } from "./draft-place";
import { announcement, type SyncState, statusWords } from "./draft-sync";
import { type DraftKeeper, keepDraft } from "./keep-draft";

type Props = {
  place: DraftPlace;
  draft: Draft | null;
  /** Changes when a draft of this place is deleted. */
  deletions: string;
  shareable: boolean;
  /** UTC milliseconds. */
  now: number;
};

const clock = (at: number) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

/**
 * Says how the form around it is kept, and offers what else there is. Without scripts it tells of the draft the page came
 * with, and its buttons keep and delete it.
 */
export function DraftStatus({ place, draft, deletions, shareable, now }: Props) {
  const person = useRootData()?.session?.user.id;
  const mark = useRef<HTMLInputElement>(null);
  const keeper = useRef<DraftKeeper | null>(null);
  const first = useRef({ place, draft });
  const [state, show] = useState<SyncState | null>(null);

  useEffect(() => {
    const form = mark.current?.form;
    if (!form || person === undefined) return;
    const kept = keepDraft(form, { person, ...first.current }, show);
    keeper.current = kept;
    return () => {
      kept.stop();
      keeper.current = null;
    };
  }, [person]);

  useEffect(() => {
    if (draft) keeper.current?.tell({ type: "arrived", draft });
  }, [draft]);

  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current && deletions !== "") keeper.current?.deleted();
    isFirst.current = false;
  }, [deletions]);

  const { state: navigation } = useNavigation();
  useEffect(() => {
    if (navigation === "idle") keeper.current?.answered();
  }, [navigation]);

  const known = state ? state.known : (draft?.updatedAt ?? null);
  const words = state && statusWords(state, clock);
  return (
    <>
      <input type="hidden" name="draft" value={known ?? ""} ref={mark} />
      {state?.offer && (
        <Notice kind="warning">
          <p>
            There is another text for this,{" "}
            {state.offer.from === "elsewhere" ? "saved elsewhere" : "kept in this browser"} at {clock(state.offer.at)}:{" "}
            <q className="draft-offer">{beginningOf(state.offer.body)}</q>
          </p>
          <p className="buttons">
            <Button type="button" onClick={() => keeper.current?.take()}>
              Use that one
            </Button>
            <Button type="button" look="quiet" onClick={() => keeper.current?.tell({ type: "dropped" })}>
              Keep this one
            </Button>
          </p>
        </Notice>
      )}
      <Button look="quiet" name="do" value="save-draft" formNoValidate>
        Save draft
      </Button>
      {shareable && (
        <Button look="quiet" name="do" value={draft?.shared ? "unshare-draft" : "share-draft"} formNoValidate>
          {draft?.shared ? "Stop sharing" : "Share with colleagues"}
        </Button>
      )}
      {/* Last, in room of its own: what comes here while somebody writes moves nothing. */}
      <div className="draft-state">
        {words ? (
          <span data-trouble={state.trouble ?? undefined}>{words}</span>
        ) : (
          draft && (
            <span>
              Draft saved <Time at={draft.updatedAt} now={now} />
            </span>
          )
        )}
        <span className="unseen" role="status">
          {state && announcement(state)}
        </span>
        {known !== null && (
          <Button look="quiet" name="do" value="delete-draft" formNoValidate>
            Delete draft
          </Button>
        )}
      </div>
    </>
  );
}

const beginningOf = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
