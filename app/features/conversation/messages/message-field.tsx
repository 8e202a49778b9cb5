import { useRef } from "react";
import type { Refusal } from "~/lib/refusal";
import { TextArea } from "~/ui/field";
import { useFormTouched, useLazyModule } from "~/ui/use-lazy-module";
import * as say from "../conversation-copy";
import { PreviewText } from "./preview-text";

type Props = {
  label: string;
  /** Name of the text field: `body` for a reply, `note` for a note. */
  name: string;
  required: boolean;
  placeholder?: string | undefined;
  rows?: number;
  defaultValue?: string | undefined;
  refusal: Refusal | null | undefined;
  /** Task id, if the writer works on the task: an @ then mentions people. */
  mentionsOn?: number | undefined;
  /** Id of the element with `writingHint`, if it isn't below the field. */
  hintId?: string;
};

const MARKDOWN = say.markdownHint;

export const writingHint = (mentions: boolean) => (mentions ? say.markdownAndMentionsHint(MARKDOWN) : MARKDOWN);

const load = () => import("./writing-aids");

/** Plain text area for a message. Preview and mentions load once it is touched. */
export function MessageField({ mentionsOn, ...area }: Props) {
  const field = useRef<HTMLDivElement>(null);
  const [live, wake] = useLazyModule(load);
  useFormTouched(field, wake);
  const hint = area.hintId === undefined && writingHint(mentionsOn !== undefined);
  return (
    <div className="message-field" ref={field}>
      {live ? (
        <live.TextPreview field={field} name={area.name} html={area.refusal?.preview} taskId={mentionsOn} />
      ) : (
        area.refusal?.preview !== undefined && <PreviewText name={area.name} html={area.refusal.preview} />
      )}
      <TextArea {...area} hint={hint} />
      {live && mentionsOn !== undefined && <live.MentionList field={field} taskId={mentionsOn} />}
    </div>
  );
}
