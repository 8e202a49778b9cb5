import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Countdown } from "./countdown.island";
import { REPLY_FORM } from "./held-words";
import * as say from "./sending-texts";

/** To withdraw sends along what was typed for the next reply, without its files: it stays, below what is withdrawn. */
const withReply = { form: REPLY_FORM, formNoValidate: true, formEncType: "application/x-www-form-urlencoded" } as const;

type Props = {
  /** Where its buttons lead: `/tasks/42/messages/123`. */
  address: string;
  isMine: boolean;
  author: string | null;
  /** UTC milliseconds; `now` is the server's. */
  until: number;
  now: number;
};

/** Beneath a reply that was not said yet: when it will be, and for who wrote it the way back. */
export function HeldReply({ address, isMine, author, until, now }: Props) {
  return (
    <div className="held">
      <p className="held-line">
        <Icon name="history" />
        <b>{say.notSentYet}</b> <Countdown until={until} now={now} />
        {!isMine && <span>{say.canStillWithdraw(author ?? say.itsAuthor)}</span>}
      </p>
      {isMine && (
        <div className="buttons">
          <Button {...withReply} formAction={`${address}/withdrawal`}>
            {say.withdraw}
          </Button>
          <form method="post" action={`${address}/sending`} data-keeps-scroll>
            <Button look="quiet">{say.sendNow}</Button>
          </form>
        </div>
      )}
    </div>
  );
}
