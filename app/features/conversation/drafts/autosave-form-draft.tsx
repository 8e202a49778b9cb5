import { useNavigation, useRevalidator } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { timeOfDay } from "~/ui/format-time";
import { Notice } from "~/ui/notice";
import * as say from "../writing-copy";
import { type DraftKeeper, keepDraft } from "./draft-autosaver";
import { announcement, type Offer, type SyncState, saveStatusText } from "./draft-sync";
import type { Draft, DraftPlace } from "./drafts";

/* Loads once the form is touched or has a draft. */

/** The save state shown in the draft line. */
export type Told = Pick<SyncState, "known" | "trouble"> & { words: string | null; announced: string };

type Props = {
  mark: RefObject<HTMLInputElement>;
  person: number;
  /** The form's initial draft. */
  first: { place: DraftPlace; draft: Draft | null };
  draft: Draft | null;
  /** Ids of deleted drafts of this place. */
  deletions: readonly number[];
  resetForm: () => void;
  tell: (told: Told) => void;
};

/** Saves the form around `mark` while mounted, and offers other versions. */
export function Keeper({ mark, person, first, draft, deletions, resetForm, tell }: Props) {
  const keeper = useRef<DraftKeeper | null>(null);
  const [offer, setOffer] = useState<Offer | null>(null);
  const [deleted, setDeleted] = useState(false);
  const { revalidate } = useRevalidator();
  const [knows, setKnows] = useState(first.draft !== null);
  useEffect(() => {
    if (deleted) revalidate();
  }, [deleted, revalidate]);

  // The viewer may have deleted the draft on another page: reload when they come back.
  useEffect(() => {
    if (!knows) return;
    const look = () => document.visibilityState === "visible" && revalidate();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [knows, revalidate]);

  useEffect(() => {
    const form = mark.current?.form;
    if (!form) return;
    const kept = keepDraft(form, { person, ...first }, (state) => {
      const { known, trouble } = state;
      tell({ known, trouble, words: saveStatusText(state, timeOfDay), announced: announcement(state) });
      setOffer(state.offer);
      setDeleted(trouble === "deleted");
      setKnows(known !== null);
    });
    keeper.current = kept;
    return () => {
      kept.stop();
      keeper.current = null;
    };
  }, [mark, person, first, tell]);

  const before = useRef(deletions);
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the deleted ids, not on the array.
  useEffect(() => {
    const isBack = draft !== null && before.current.includes(draft.id);
    const isDeleted = deletions.some((id) => !before.current.includes(id));
    before.current = deletions;
    if ((isBack || isDeleted) && keeper.current?.shouldReset(isBack)) resetForm();
    else if (draft) keeper.current?.tell({ type: "arrived", draft });
    else if (isDeleted) keeper.current?.tell({ type: "deleted" });
  }, [draft, String(deletions), resetForm]);

  // The object, not its state: a submit may replace another that is still under way.
  const navigation = useNavigation();
  useEffect(() => keeper.current?.loading(navigation.state !== "idle"), [navigation]);

  return (
    offer && (
      <DraftOffer
        offer={offer}
        take={() => keeper.current?.take()}
        drop={() => keeper.current?.tell({ type: "dropped" })}
      />
    )
  );
}

const beginningOf = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

function DraftOffer({ offer, take, drop }: { offer: Offer; take: () => void; drop: () => void }) {
  return (
    <Notice kind="warning">
      <p>
        {(offer.from === "elsewhere" ? say.otherDraftElsewhere : say.otherDraftInBrowser)(
          timeOfDay(offer.at),
          <q className="draft-offer">{beginningOf(offer.body)}</q>,
        )}
      </p>
      <p className="buttons">
        <Button type="button" onClick={take}>
          {say.thatDraftInstead}
        </Button>
        <Button type="button" look="quiet" onClick={drop}>
          {say.keepThisDraft}
        </Button>
      </p>
    </Notice>
  );
}
