import { MessageBody } from "~/features/conversation/messages/conversation";
import { Time } from "~/ui/time";
import { nameAt } from "./on-task-copy";
import * as say from "./original-copy";
import type { OriginalMail } from "./original-mail.server";

type Named = OriginalMail["from"];

/** Addresses written out; the rest is in the source. */
const MOST_ADDRESSES = 50;

const written = ({ name, address }: Named) => (name === "" ? address : nameAt(name, address));

function Addresses({ term, all }: { term: string; all: readonly Named[] }) {
  if (all.length === 0) return null;
  const more = all.length - MOST_ADDRESSES;
  const shown = all.slice(0, MOST_ADDRESSES).map(written);
  return (
    <>
      <dt>{term}</dt>
      <dd>{[...shown, ...(more > 0 ? [say.moreAddresses(more)] : [])].join(", ")}</dd>
    </>
  );
}

/** An email with its headers, nothing folded. */
export function Original({ mail, now }: { mail: OriginalMail; now: number }) {
  const { from, replyTo, to, cc, sentAt, receivedAt, html, folded } = mail;
  return (
    <>
      <dl className="facts" aria-label={say.headers}>
        <Addresses term={say.from} all={[from]} />
        <Addresses term={say.replyTo} all={replyTo === "" ? [] : [{ name: "", address: replyTo }]} />
        <Addresses term={say.to} all={to} />
        <Addresses term={say.cc} all={cc} />
        {sentAt !== null && (
          <>
            <dt>{say.date}</dt>
            <dd>
              <Time at={sentAt} now={now} />
            </dd>
          </>
        )}
        <dt>{say.received}</dt>
        <dd>
          <Time at={receivedAt} now={now} />
        </dd>
        <dt>{say.subject}</dt>
        <dd dir="auto">{mail.subject || say.noSubject}</dd>
      </dl>
      <section className="original-mail" aria-label={say.wholeMessage}>
        <MessageBody html={html} />
        {folded !== null && <MessageBody html={folded} />}
      </section>
    </>
  );
}
