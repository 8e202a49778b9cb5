import { Button } from "~/ui/button";
import { SendButton } from "~/ui/send-button";
import { anyway as asked, ReplyForm, type ReplyProps } from "./composers";
import type { KnownByName } from "./sending/recipients";
import type { Answered } from "./status/requester-words";
import { type StatusKey, statusOf } from "./task-words";
import * as say from "./tasks-texts";

/** The id of the sentence that says what became of a request. */
export const WHAT_HAPPENS_NEXT = "next";

/** Goes once it was pressed, and the focus with it to the sentence: the same key again does not turn the answer round. */
const solved = { name: "outcome", value: "solved", "data-focus-next": WHAT_HAPPENS_NEXT } as const;

/**
 * A requester's reply. Where it decides about the status they say which it is: nobody guesses, and nobody asks again what
 * they have said already.
 */
export function RequesterReply({
  status,
  answered,
  hasWritten,
  reopens,
  others,
  ...form
}: ReplyProps & {
  status: StatusKey;
  answered: Answered | null;
  hasWritten: boolean;
  reopens: boolean;
  /** Who else gets it, beside us. */
  others: readonly KnownByName[];
}) {
  const rest = { ...form, recipients: others, recipientsLabel: say.alsoGoesTo };
  const { category } = statusOf(status);
  const told = asked(rest.held);
  const anyway = told && <input type="hidden" {...told} />;
  const own = answered?.by === null ? answered.outcome : null;
  const saidSolved = own === "solved";
  // Buttons of another status are others: one that has the focus does not become its opposite under the finger.
  const buttons = `buttons ${category}`;
  const notSolved = (
    <Button name="outcome" value="not_solved">
      {say.itIsNotSolved}
    </Button>
  );
  if (category === "resolved") {
    return (
      <ReplyForm {...rest} hint={saidSolved ? say.ifThereIsMoreToSay : say.isItSolved} required={false}>
        {anyway}
        <div className="buttons" key={buttons}>
          <Button {...solved} look={saidSolved ? "plain" : "primary"}>
            {say.thanksItIsSolved}
          </Button>
          {notSolved}
        </div>
      </ReplyForm>
    );
  }
  if (category === "closed") {
    return (
      <ReplyForm {...rest} hint={reopens ? say.thisOpensItAgain : say.thisOpensANewRequest} required={!reopens}>
        {anyway}
        <div className="buttons" key={buttons}>
          {reopens ? notSolved : <Button look="primary">{say.sendAsANewRequest}</Button>}
        </div>
      </ReplyForm>
    );
  }
  const isAsked = own === "not_solved" && !hasWritten;
  return (
    <ReplyForm {...rest} {...(isAsked && { question: say.whatIsStillWrong })} required={false}>
      {anyway}
      <div className="buttons" key={buttons}>
        <SendButton look="primary">{rest.held ? say.sendAnyway : say.sendReply}</SendButton>
        <Button {...solved}>{say.itIsSolved}</Button>
      </div>
    </ReplyForm>
  );
}
