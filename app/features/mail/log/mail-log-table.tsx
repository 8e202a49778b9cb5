import { Button } from "~/ui/button";
import { Time } from "~/ui/time";
import * as say from "./log-copy";
import { QUARANTINE_HREF, quarantineHref, sourceHref } from "./mail-log";
import type { LoggedMail } from "./mail-log.server";

/** `back`: the page's query, to return to it. */
export function MailLogTable({ mail, back, now }: { mail: readonly LoggedMail[]; back: string; now: number }) {
  return (
    <table className="table mail-log" aria-label={say.emailLog}>
      <thead>
        <tr>
          <th scope="col">{say.subject}</th>
          <th scope="col">{say.from}</th>
          <th scope="col">{say.address}</th>
          <th scope="col">{say.outcome}</th>
          <th scope="col">{say.reason}</th>
          <th scope="col">{say.time}</th>
          <th scope="col">{say.source}</th>
        </tr>
      </thead>
      <tbody>
        {mail.map((one) => (
          <tr key={one.id}>
            <th scope="row" dir="auto">
              {one.subject || say.noSubject}
            </th>
            <td className="mail-from" data-label={say.from} dir="auto">
              <Sender {...one} />
            </td>
            <td data-label={say.address}>{one.address}</td>
            <td>
              {say.outcomes[one.outcome]}
              {one.task !== null && (
                <>
                  {" "}
                  <a href={`/tasks/${one.task}`}>{say.task(one.task)}</a>
                </>
              )}
            </td>
            <td>
              {one.reason}
              {one.inQuarantine && (
                <p>
                  <a href={quarantineHref({ before: one.id + 1 })}>{say.inQuarantine}</a>
                </p>
              )}
              {one.outcome === "quarantined" && !one.inQuarantine && one.hasSource && (
                <form method="post" action={`${QUARANTINE_HREF}/${one.id}/handling`} data-keeps-scroll>
                  <input type="hidden" name="log" value={back} />
                  <Button look="quiet" name="do" value="release">
                    {say.processNow}
                  </Button>
                </form>
              )}
            </td>
            <td>
              <Time at={one.at} now={now} />
            </td>
            <td>{one.hasSource && <SourceLink {...one} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A plain download, which the router must not follow as a page. */
const SourceLink = ({ id, subject }: Pick<LoggedMail, "id" | "subject">) => (
  <a href={sourceHref(id)} download>
    {say.download}
    <span className="unseen">{say.ofMessage(subject || say.noSubject)}</span>
  </a>
);

function Sender({ from, fromName }: Pick<LoggedMail, "from" | "fromName">) {
  if (from === "") return say.noSender;
  return fromName === "" || fromName === from ? (
    from
  ) : (
    <>
      {fromName} <span className="mail-sender">{from}</span>
    </>
  );
}
