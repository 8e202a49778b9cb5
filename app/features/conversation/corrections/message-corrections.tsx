import type { ReactNode } from "react";
import { Icon } from "~/ui/icon";
import { Time } from "~/ui/time";
import * as say from "../conversation-copy";
import type { Correction } from "./corrections.server";

/** Below a message on an agent's page: its earlier versions. */
export function EarlierVersions({ correction: { earlier }, now }: { correction: Correction; now: number }) {
  if (earlier.length === 0) return null;
  return (
    <footer className="message-foot">
      <details>
        <summary>{say.edited}</summary>
        <ol className="earlier-versions" aria-label={say.earlierVersions}>
          {earlier.map((version) => (
            <li key={version.id}>
              {say.untilTime(<Time at={version.until} now={now} />)}
              <pre>{version.body}</pre>
            </li>
          ))}
        </ol>
      </details>
    </footer>
  );
}

type Props = {
  author: string;
  /** The message's time as displayed. */
  at: ReactNode;
  /** `/tasks/42/messages/123`. */
  address: string;
  correction: Correction | undefined;
  /** Slot for other rooms' actions on the message. */
  children?: ReactNode;
};

/** The rare actions for a message, on an agent's page. */
export function MessageMenu({ author, at, address, correction, children }: Props) {
  return (
    <details className="menu message-menu" data-layer="menu">
      <summary>
        <span className="unseen">{say.actionsFor(author, at)}</span>
        <Icon name="more" />
      </summary>
      <div className="menu-sheet">
        {correction?.edits && <a href={`${address}/edit`}>{say.edit}</a>}
        {correction?.redacts && <a href={`${address}/redaction`}>{say.redact}</a>}
        {children}
      </div>
    </details>
  );
}
