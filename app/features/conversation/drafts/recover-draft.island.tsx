import { isRouteErrorResponse, useParams, useRouteError } from "@remix-run/react";
import { useEffect, useState } from "react";
import { readCopy } from "~/lib/browser-drafts";
import { readErrorBody } from "~/lib/refusal";
import { TextArea } from "~/ui/field";
import { useRootData } from "~/ui/root-data";
import * as say from "../conversation-copy";

const LABELS = { reply: say.yourReply, note: say.yourNote, answer: say.yourReplyToSubTasks };
type Kind = keyof typeof LABELS;

/** On a task's not-found page: text the viewer wrote there that only this browser has. */
export function RecoverDraft({ kinds }: { kinds: readonly Kind[] }) {
  const { id } = useParams();
  const person = useRootData()?.session?.user.id;
  const error = useRouteError();
  const isLost = isRouteErrorResponse(error) && error.status === 404;
  const { written } = readErrorBody(isLost ? error.data : "");
  const [texts, show] = useState<[Kind, string][]>([]);

  useEffect(() => {
    if (!isLost || person === undefined) return;
    const kept = kinds.map((kind): [Kind, string] => [kind, readCopy(person, `${kind} ${id}`)?.body ?? ""]);
    show(kept.filter(([, body]) => body.trim() !== "" && !written.includes(body)));
  }, [isLost, person, id, kinds, written]);

  return texts.map(([kind, body]) => (
    <TextArea
      key={kind}
      label={LABELS[kind]}
      name={`kept_${kind}`}
      hint={say.savedOnlyInBrowser}
      rows={Math.min(12, body.split("\n").length + 3)}
      defaultValue={body}
      readOnly
    />
  ));
}
