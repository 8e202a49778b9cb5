import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { AroundDomUpdate } from "~/ui/around-dom-update";
import { Icon } from "~/ui/icon";
import { Avatar } from "~/ui/person";
import { useDeskName } from "~/ui/root-data";
import { OwnDay, Time } from "~/ui/time";
import { AttachedFiles } from "../attachments/attached-files";
import * as say from "../conversation-copy";
import type { Correction } from "../corrections/corrections.server";
import { EarlierVersions, MessageMenu } from "../corrections/message-corrections";
import { HeldReply } from "../sending/held-reply";
import { keptIn, messageHref, newestHref, pageHref, picturesHref } from "./conversation-page-url";
import type { MessageEmail } from "./message-email";
import type { MessagePage, ShownMessage } from "./message-page.server";

/**
 * Text of a message. The HTML comes from our markdown.server, which lets none of the writer's tags through, or from an
 * email via mail/body/safe-html.server, which keeps only an allow-list.
 */
export function MessageBody({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above; rendered once, when the message is stored.
  return <div className="message-body prose" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Characters of HTML above which a message may fill much of a printed page. */
const LONG_HTML = 1_500;

const classOf = (kind: ShownMessage["kind"], heldUntil: number | undefined, html: string) =>
  [
    "message",
    kind === "internal" && "message-note",
    heldUntil !== undefined && "message-held",
    html.length > LONG_HTML && "is-long",
  ]
    .filter(Boolean)
    .join(" ");

const texts = () => [...document.querySelectorAll<HTMLTextAreaElement>(".composer textarea")];

/** Ids of the viewer's last message and of the first shown. If `from` changes, it is another page. */
type Last = { own: number | undefined; from: number | undefined };

/** How much of a sent message stays visible above a form that fills the screen. */
const SEEN_PX = 120;

/**
 * Keeps the form in place after a message is sent. The message appears above it, so the page scrolls by whatever the
 * browser didn't, and further if the message would be out of sight. The field keeps its height until the next input.
 */
function stayBelow(was: Last, is: Last) {
  if (is.own === was.own || is.from !== was.from) return null;
  const before = texts().map((text) => text.getBoundingClientRect());
  return () => {
    const now = texts();
    now.forEach((text, index) => {
      text.style.minBlockSize = `${before[index]?.height}px`;
      text.addEventListener("input", () => text.style.removeProperty("min-block-size"), { once: true });
    });
    const shown = before.findIndex(({ height }) => height > 0);
    const top = (now[shown]?.getBoundingClientRect().top ?? 0) - (before[shown]?.top ?? 0);
    if (top !== 0) scrollBy({ top, behavior: "instant" });
    const sent = document.getElementById(`message-${is.own}`)?.getBoundingClientRect();
    if (sent && sent.bottom < SEEN_PX) scrollBy({ top: sent.bottom - SEEN_PX, behavior: "instant" });
  };
}

function EmailMarks({ email: { marks, sentAt }, now }: { email: MessageEmail; now: number }) {
  const words = marks.flatMap((mark) => say.emailMarks[mark] ?? []);
  return (
    <>
      {words.map((word) => (
        <span key={word} className="message-kind">
          {word}
        </span>
      ))}{" "}
      {sentAt !== undefined && <span>{say.datedOn(<OwnDay at={sentAt} now={now} />)}</span>}
    </>
  );
}

const hidesPictures = ({ html, folded = "", email }: ShownMessage) =>
  email?.marks.includes("remote_images") && (html + folded).includes("<img data-remote-src=");

type Props = {
  taskId: number;
  page: Pick<MessagePage, "messages" | "older" | "newer" | "marked">;
  /** By message id, on an agent's page. */
  corrections?: Record<number, Correction>;
  /** Slot for other rooms' content below a message. */
  belowMessage?: ((message: ShownMessage) => ReactNode) | undefined;
  /** Slot for other rooms' actions in a message's menu. Only agents have menus. */
  inMenu?: ((message: ShownMessage) => ReactNode) | undefined;
  now: number;
};

/** A page of a task's conversation, oldest first. Notes are labelled and look different from replies. */
export function Conversation({
  taskId,
  page: { messages, older, newer, marked },
  corrections = {},
  belowMessage,
  inMenu,
  now,
}: Props) {
  const kept = keptIn(useSearchParams()[0]);
  const desk = useDeskName();
  const last = messages.at(-1);
  const mine = messages.findLast(({ isMine }) => isMine);
  const hasMenu = ({ heldUntil }: ShownMessage) => inMenu !== undefined && heldUntil === undefined;
  return (
    <section aria-label={say.conversation} id="conversation">
      <h2 className="unseen">{say.conversation}</h2>
      <AroundDomUpdate what={{ own: mine?.id, from: messages[0]?.id }} hold={stayBelow} />
      {older && (
        <p className="conversation-more">
          <a className="button" href={pageHref(taskId, "before", older, kept)}>
            {say.showOlderMessages}
          </a>{" "}
          {!newer && last && (
            <a className="button button-quiet" href={`#message-${last.id}`}>
              {say.goToTheNewest}
            </a>
          )}
        </p>
      )}
      <ol className="conversation">
        {messages.map((message) => {
          const { id, kind, author, isMine, onBehalfOf, html, folded, email, files, at, heldUntil, splitInto } =
            message;
          return (
            <li key={id} id={`message-${id}`} aria-current={id === marked ? "location" : undefined}>
              <article className={classOf(kind, heldUntil, html)}>
                <Avatar name={author ?? "?"} />
                <header className="message-head">
                  <h3>{author ?? desk}</h3> {onBehalfOf && <span>{say.onBehalfOf(onBehalfOf)}</span>}{" "}
                  {kind === "internal" && (
                    <span className="message-kind">
                      <Icon name="note" />
                      {say.internalNote}
                    </span>
                  )}{" "}
                  {email && <EmailMarks email={email} now={now} />}{" "}
                  {hasMenu(message) ? (
                    <span className="message-link">
                      <Time at={at} now={now} />
                    </span>
                  ) : (
                    <a className="message-link" href={messageHref(taskId, id, kept)}>
                      <Time at={at} now={now} />
                    </a>
                  )}
                  {hasMenu(message) && (
                    <MessageMenu
                      author={author ?? desk}
                      at={<Time at={at} now={now} />}
                      address={`/tasks/${taskId}/messages/${id}`}
                      correction={corrections[id]}
                    >
                      <a href={messageHref(taskId, id, kept)}>{say.linkToMessage}</a>
                      {inMenu?.(message)}
                    </MessageMenu>
                  )}
                </header>
                <MessageBody html={html} />
                {folded !== undefined && (
                  <details className="message-quotation">
                    <summary>{say.showQuotedText}</summary>
                    <MessageBody html={folded} />
                  </details>
                )}
                {hidesPictures(message) && (
                  <p className="message-pointer">
                    {say.picturesNotLoaded} {/* Links to a separate document, whose policy lets the pictures load. */}
                    <a href={picturesHref(taskId, id, kept)} target="_top">
                      {say.loadRemotePictures}
                    </a>
                  </p>
                )}
                {files && <AttachedFiles files={files} html={html + (folded ?? "")} />}
                {splitInto !== undefined && (
                  <p className="message-pointer">
                    {say.splitInto(<a href={`/tasks/${splitInto}${kept && `?${kept}`}`}>#{splitInto}</a>)}
                  </p>
                )}
                {belowMessage?.(message)}
                {heldUntil !== undefined && (
                  <HeldReply
                    address={`/tasks/${taskId}/messages/${id}`}
                    {...{ isMine, author, now }}
                    until={heldUntil}
                  />
                )}
                {corrections[id] && <EarlierVersions correction={corrections[id]} now={now} />}
              </article>
            </li>
          );
        })}
      </ol>
      {newer && (
        <p className="conversation-more">
          <a className="button" href={pageHref(taskId, "after", newer, kept)}>
            {say.showNewerMessages}
          </a>{" "}
          <a className="button button-quiet" href={newestHref(taskId, kept)}>
            {say.showTheNewest}
          </a>
        </p>
      )}
    </section>
  );
}
