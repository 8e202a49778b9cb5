import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import type { Offer } from "./draft-sync";

/* What the line of a draft needs once its form is touched, or has a draft. */

export { announcement, statusWords } from "./draft-sync";
export { keepDraft } from "./keep-draft";

export const clock = (at: number) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

const beginningOf = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Another text for the form, which its writer may have instead. */
export function DraftOffer({ offer, take, drop }: { offer: Offer; take: () => void; drop: () => void }) {
  return (
    <Notice kind="warning">
      <p>
        There is another text for this, {offer.from === "elsewhere" ? "saved elsewhere" : "kept in this browser"} at{" "}
        {clock(offer.at)}: <q className="draft-offer">{beginningOf(offer.body)}</q>
      </p>
      <p className="buttons">
        <Button type="button" onClick={take}>
          Use that one
        </Button>
        <Button type="button" look="quiet" onClick={drop}>
          Keep this one
        </Button>
      </p>
    </Notice>
  );
}
