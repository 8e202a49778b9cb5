import { type RefObject, useEffect } from "react";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import * as terms from "../conversation-copy";
import type { DraftPlace } from "../drafts/drafts";
import * as say from "../writing-copy";
import { FileLine } from "./attached-files";
import { formatFileSize, type ShownFile } from "./attachments";
import { fileLimits } from "./file-limits";
import { listed, type Upload } from "./upload-list";
import { useUploads } from "./use-uploads";

type Props = {
  /** The element around the field. */
  field: RefObject<HTMLElement>;
  place: DraftPlace;
  files: readonly ShownFile[];
  /** Deleted drafts of this place. */
  deleted: readonly { id: number }[];
  eachMib: number;
};

/** Uploads files to the form's draft as soon as they are chosen, dropped or pasted, and lists them. */
export function Uploads({ field, place, files, deleted, eachMib }: Props) {
  const uploads = useUploads(field, place, files, fileLimits(eachMib));
  const { list, announced, held, again, cancel, remove, forget } = uploads;
  const deletions = deleted.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only after another deletion.
  useEffect(() => forget(), [deletions]);
  const { before, since } = listed(files, list);
  return (
    <>
      {before.length + since.length > 0 && (
        <ul className="files-list" aria-label={terms.attachedFiles}>
          {before.map((file) => (
            <li key={file.id}>
              <FileLine file={file} />
              <RemoveButton name={file.name} onClick={() => remove(file.id)} />
            </li>
          ))}
          {since.map((upload) => (
            <UploadLine key={upload.key} {...{ upload, again, cancel, remove }} />
          ))}
        </ul>
      )}
      {held && (
        <p className="field-error files-held">
          <Icon name="error" />
          <span>{held.words}</span>
          {held.why === "refused" && (
            <Button type="button" onClick={uploads.sendWithout}>
              {held.without}
            </Button>
          )}
        </p>
      )}
      <p className="unseen" role="status">
        {announced}
      </p>
    </>
  );
}

const RemoveButton = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <Button type="button" look="quiet" icon="close" aria-label={say.removeNamed(name)} onClick={onClick} />
);

type LineProps = { upload: Upload } & Pick<ReturnType<typeof useUploads>, "again" | "cancel" | "remove">;

function UploadLine({ upload, again, cancel, remove }: LineProps) {
  if (upload.state === "done") {
    return (
      <li>
        <FileLine file={upload.file} />
        <RemoveButton name={upload.name} onClick={() => remove(upload.file.id)} />
      </li>
    );
  }
  return (
    <li>
      <Icon name={"why" in upload ? "error" : "file"} />
      <span className="files-name">{upload.name}</span>
      <span className="files-size">{formatFileSize(upload.size)}</span>
      {"why" in upload ? (
        <>
          {upload.state === "failed" && (
            <Button
              type="button"
              look="quiet"
              aria-label={say.tryNamedAgain(upload.name)}
              data-try-again
              onClick={() => again(upload.key)}
            >
              {say.tryAgain}
            </Button>
          )}
          <RemoveButton name={upload.name} onClick={() => cancel(upload.key)} />
          <span className="field-error files-why">{upload.why}</span>
        </>
      ) : (
        <>
          <progress
            value={upload.state === "sending" ? upload.sent : 0}
            max={1}
            aria-label={say.uploading(upload.name)}
          />
          <Button
            type="button"
            look="quiet"
            aria-label={say.cancelNamed(upload.name)}
            onClick={() => cancel(upload.key)}
          >
            {say.cancel}
          </Button>
        </>
      )}
    </li>
  );
}
