import { Time } from "~/ui/time";
import type { ShownMessage } from "../messages/message-page.server";
import type { Corrections } from "./corrections.server";
import * as say from "./corrections-texts";
import { EDITABLE_MS } from "./note-edits";

type Props = {
  /** `/tasks/42/messages/123`. */
  address: string;
  message: Pick<ShownMessage, "id" | "kind" | "isMine" | "at" | "isRedacted">;
  corrections: Corrections;
  now: number;
};

/** Beneath a message on an agent's page: what it said before, and the ways to change or redact it. */
export function CorrectMessage({ address, message: { id, kind, isMine, at, isRedacted }, corrections, now }: Props) {
  const earlier = corrections.earlier[id] ?? [];
  const edits = kind === "internal" && isMine && !isRedacted && now - at <= EDITABLE_MS;
  const redacts = corrections.redacts && !isRedacted;
  if (earlier.length === 0 && !edits && !redacts) return null;
  return (
    <footer className="message-foot">
      {earlier.length > 0 && (
        <details>
          <summary>{say.edited}</summary>
          <ol className="earlier-versions" aria-label={say.earlierVersions}>
            {earlier.map((version) => (
              <li key={version.id}>
                {say.untilThen(<Time at={version.until} now={now} />)}
                <pre>{version.body}</pre>
              </li>
            ))}
          </ol>
        </details>
      )}
      {edits && <a href={`${address}/edit`}>{say.edit}</a>}
      {redacts && <a href={`${address}/redaction`}>{say.redact}</a>}
    </footer>
  );
}
