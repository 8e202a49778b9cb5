import { allOf } from "~/lib/text";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import type { ReplyMail } from "./mail-on-task.server";
import * as say from "./on-task-copy";

/** Id of the form that the buttons in the composer send: a form can't be inside another. */
const FORM = "send-there-again";

/** In the composer, below the recipients: where the reply is sent from, and who doesn't get it by email. */
export function ReplyMailNotes({ reply: { from, suppressed, withoutAddress } }: { reply: ReplyMail }) {
  return (
    <>
      <p className="field-hint">
        {say.sentFrom(from)}{" "}
        {withoutAddress.length > 0 && say.noAddressYet(allOf(withoutAddress), withoutAddress.length)}
      </p>
      {suppressed.map(({ address, reason }) => (
        <Notice key={address} kind="warning">
          <p>{say.nothingIsSent(address, reason)}</p>
          <Button form={FORM} formNoValidate name="address" value={address} aria-label={say.sendAgainTo(address)}>
            {say.sendThereAgain}
          </Button>
        </Notice>
      ))}
    </>
  );
}

/** Render it on the same page, outside the composer's form. */
export const SendThereAgainForm = ({ taskId }: { taskId: number }) => (
  <form id={FORM} method="post" action={`/tasks/${taskId}/suppressions/removal`} data-keeps-scroll />
);
