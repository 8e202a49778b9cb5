import { Time } from "~/ui/time";
import * as say from "../conversation-copy";
import type { Correction } from "./corrections.server";

type Props = {
  /** `/tasks/42/messages/123`. */
  address: string;
  correction: Correction;
  now: number;
};

/** Below a message on an agent's page: its earlier versions, and links to edit or redact it. */
export function CorrectMessage({ address, correction: { earlier, edits, redacts }, now }: Props) {
  return (
    <footer className="message-foot">
      {earlier.length > 0 && (
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
      )}
      {edits && <a href={`${address}/edit`}>{say.edit}</a>}
      {redacts && <a href={`${address}/redaction`}>{say.redact}</a>}
    </footer>
  );
}
