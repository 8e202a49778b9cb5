import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import type { RootData } from "~/ui/root-data";
import { Time } from "~/ui/time";
import * as say from "./shell-copy";

/** Lists changes others made to the viewer's sign-in details, on every page until dismissed. */
export function AccountNotice({ changes, now, back }: NonNullable<RootData["accountChanges"]> & { back: string }) {
  return (
    <Notice kind="warning">
      <form method="post" action="/settings/account-changes" className="stack">
        {changes.map(({ id, what, address, by, at }) => (
          <p key={id}>{say.yourAccountChanged(what, address, by, <Time at={at} now={now} />)}</p>
        ))}
        <p>{say.tellAnAdmin}</p>
        <input type="hidden" name="until" value={changes[0]?.at} />
        <input type="hidden" name="back" value={back} />
        <div className="buttons">
          <Button>{say.dismiss}</Button>
        </div>
      </form>
    </Notice>
  );
}
