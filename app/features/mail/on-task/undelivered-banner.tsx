import { Button, ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import type { Undelivered } from "./mail-on-task.server";
import * as say from "./on-task-copy";

/** The task's undelivered mail by address, with the agent's actions for each. */
export function UndeliveredBanner({ taskId, undelivered }: { taskId: number; undelivered: readonly Undelivered[] }) {
  return undelivered.map(({ id, address, reason, personId, mails }) => {
    const delivery = `/tasks/${taskId}/deliveries/${id}`;
    return (
      <Notice key={address} kind="error">
        <p>
          {say.notDelivered(address, reason)} {mails > 1 && say.messagesConcerned(mails)}
        </p>
        <form className="buttons" method="post" data-keeps-scroll>
          <Button formAction={`${delivery}/retry`} aria-label={say.retryTo(address)}>
            {say.retry}
          </Button>
          {personId !== null && (
            <ButtonLink href={`/users/${personId}/addresses`} aria-label={say.changeAddressOf(address)}>
              {say.changeAddress}
            </ButtonLink>
          )}
          <Button look="quiet" formAction={`${delivery}/dismissal`} aria-label={say.dismissFor(address)}>
            {say.dismiss}
          </Button>
        </form>
      </Notice>
    );
  });
}
