import type { Refusal } from "~/lib/refusal";
import { NewerVersion } from "~/ui/newer-version";
import { Time } from "~/ui/time";
import type { Drafted } from "./draft-keeper.island";
import { pageOf } from "./draft-place";
import * as say from "./drafts-copy";

type Props = { drafted: Drafted; refusal: Refusal | null | undefined };

/** The version of a draft that the same person saved on another page. */
export const OtherDraft = ({ drafted: { place, now }, refusal }: Props) => (
  <NewerVersion
    refusal={refusal}
    says={(at) => say.draftChangedElsewhere(<Time at={at} now={now} />)}
    then={say.saveAgainOr(<a href={pageOf(place)}>{say.useThatVersion}</a>)}
  />
);
