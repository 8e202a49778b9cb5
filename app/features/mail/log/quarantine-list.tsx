import { Button, ButtonLink } from "~/ui/button";
import { Time } from "~/ui/time";
import * as say from "./log-copy";
import { QUARANTINE_HREF, sourceHref } from "./mail-log";
import type { LoggedMail } from "./mail-log.server";

export function QuarantineList({ mail, back, now }: { mail: readonly LoggedMail[]; back: string; now: number }) {
  return (
    <ul className="quarantine" aria-label={say.quarantine}>
      {mail.map((one) => (
        <li key={one.id}>
          <div>
            <h2 dir="auto">{one.subject || say.noSubject}</h2>
            <p className="mail-facts">
              {say.fromTo(senderOf(one), one.address)} <Time at={one.at} now={now} />
            </p>
          </div>
          <p>{one.reason}</p>
          <form className="buttons" method="post" action={`${QUARANTINE_HREF}/${one.id}/handling`} data-keeps-scroll>
            <input type="hidden" name="quarantine" value={back} />
            {one.hasSource && <Verb verb="release" label={say.processNow} mail={one} />}
            {one.from !== "" && <Verb verb="allow" label={say.alwaysAllow} mail={one} />}
            {one.from !== "" && <Verb verb="block" label={say.blockSender} mail={one} />}
            <Verb verb="dismiss" label={say.dismiss} mail={one} />
            {one.hasSource && (
              <ButtonLink look="quiet" href={sourceHref(one.id)} download>
                {say.downloadSource}
              </ButtonLink>
            )}
          </form>
        </li>
      ))}
    </ul>
  );
}

const senderOf = ({ from, fromName }: LoggedMail) =>
  fromName === "" || fromName === from ? from || say.noSender : say.namedAddress(fromName, from);

const Verb = ({ verb, label, mail }: { verb: string; label: string; mail: LoggedMail }) => (
  <Button name="do" value={verb}>
    {label}
    <span className="unseen">{say.ofMessage(mail.subject || say.noSubject)}</span>
  </Button>
);
