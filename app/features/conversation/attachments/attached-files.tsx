import { Icon } from "~/ui/icon";
import * as say from "../conversation-copy";
import { fileAddress, formatFileSize, pictureAddress, type ShownFile } from "./attachments";

export function FileLine({ file }: { file: ShownFile }) {
  return (
    <>
      <Icon name={file.picture ? "picture" : "file"} />
      <a href={fileAddress(file)} target="_blank" rel="noopener">
        {file.name}
      </a>
      <span className="files-size">{formatFileSize(file.size)}</span>
    </>
  );
}

/** More files than this, as only an email has, are listed behind a summary. */
const MOST_LISTED = 10;

/** Files of a message: pictures inline unless its text already shows them, everything else to download. */
export function AttachedFiles({ files, html }: { files: readonly ShownFile[]; html: string }) {
  const inText = (id: number) => html.includes(`<img src="${pictureAddress(id)}"`);
  const pictures = files.filter(({ id, picture }) => picture && !inText(id));
  const others = files.filter(({ picture }) => !picture);
  return (
    <>
      {pictures.map((file) => (
        <figure key={file.id} className="message-picture">
          <a href={fileAddress(file)} target="_blank" rel="noopener">
            <img src={pictureAddress(file.id)} alt={file.name} loading="lazy" decoding="async" {...file.picture} />
          </a>
          <figcaption>
            {file.name} <span className="files-size">{formatFileSize(file.size)}</span>
          </figcaption>
        </figure>
      ))}
      {others.length > 0 && (
        <div className="message-files">
          <FileList files={others.slice(0, MOST_LISTED)} label={say.files} />
          {others.length > MOST_LISTED && (
            <details>
              <summary>{say.moreFiles(others.length - MOST_LISTED)}</summary>
              <FileList files={others.slice(MOST_LISTED)} label={say.moreFiles(others.length - MOST_LISTED)} />
            </details>
          )}
        </div>
      )}
    </>
  );
}

function FileList({ files, label }: { files: readonly ShownFile[]; label: string }) {
  return (
    <ul className="files-list" aria-label={label}>
      {files.map((file) => (
        <li key={file.id}>
          <Icon name="file" />
          {file.redacted ? (
            <span>{say.fileWasRemoved}</span>
          ) : (
            <>
              <a href={fileAddress(file)} download={file.name}>
                {file.name}
              </a>
              <span className="files-size">{formatFileSize(file.size)}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
