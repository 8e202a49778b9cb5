import { Icon } from "~/ui/icon";
import { Avatar } from "~/ui/person";
import { Time } from "~/ui/time";
import type { ShownMessage } from "./task-read.server";

/** The text of a message. The HTML is our own markdown.server's, which lets no tag and no script of a writer through. */
function MessageBody({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above; it is made once, when the message is stored.
  return <div className="message-body prose" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Everything said about a task, oldest first. A note says so and looks like no reply. */
export function Conversation({ messages, now }: { messages: readonly ShownMessage[]; now: number }) {
  return (
    <section aria-label="Conversation">
      <ol className="conversation">
        {messages.map(({ id, kind, author, onBehalfOf, html, at }) => (
          <li key={id} id={`message-${id}`}>
            <article className={kind === "internal" ? "message message-note" : "message"}>
              <Avatar name={author ?? "?"} />
              <header className="message-head">
                <b>{author ?? "Taskdesk"}</b> {onBehalfOf && <span>on behalf of {onBehalfOf}</span>}{" "}
                {kind === "internal" && (
                  <span className="message-kind">
                    <Icon name="note" />
                    Internal note
                  </span>
                )}{" "}
                <Time at={at} now={now} />
              </header>
              <MessageBody html={html} />
            </article>
          </li>
        ))}
      </ol>
    </section>
  );
}
