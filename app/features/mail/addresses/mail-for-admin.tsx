import { Button, ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { Time } from "~/ui/time";
import { addressHref } from "./address-hrefs";
import * as say from "./home-copy";
import type { FailingAddress } from "./mail-alerts.server";

type Props = { hasAddress: boolean; failing: readonly FailingAddress[]; now: number };

/** On an admin's home page: addresses that fail, or the way to the first one. */
export function MailForAdmin({ hasAddress, failing, now }: Props) {
  if (!hasAddress) {
    return (
      <div className="connect-address">
        <p>{say.connectAddressHint}</p>
        <div className="buttons">
          <ButtonLink href="/settings/addresses/new">{say.connectAddress}</ButtonLink>
          {/* Skips the step of the setup checklist, where it can be taken up again. */}
          <form method="post" action="/setup" data-keeps-scroll>
            <input type="hidden" name="back" value="/" />
            <Button look="quiet" name="skip" value="email" aria-label={say.dismissConnecting}>
              {say.dismiss}
            </Button>
          </form>
        </div>
      </div>
    );
  }
  return failing.map(({ id, address, words, since }) => (
    <Notice key={id} kind="error">
      <p>{say.failsSince(<a href={addressHref(id)}>{address}</a>, <Time at={since} now={now} />)}</p>
      <p>{words}</p>
    </Notice>
  ));
}
