import { Icon } from "~/ui/icon";
import { fileAddress, type ShownFile, sizeWords } from "./attachment-words";

/** A file of what is being written: what it is, and where to read it. */
export function FileLine({ file }: { file: ShownFile }) {
  return (
    <>
      <Icon name={file.picture ? "picture" : "file"} />
      <a href={fileAddress(file)} target="_blank" rel="noopener">
        {file.name}
      </a>
      <span className="files-size">{sizeWords(file.size)}</span>
    </>
  );
}
