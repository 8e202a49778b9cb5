/** What people read here; docs/decisions/0020 says how to add to it. */

export const attachedFiles = "Attached files";
export const removeNamed = (name: string) => `Remove ${name}`;
export const tryAgain = "Try again";
export const tryNamedAgain = (name: string) => `Try ${name} again`;
export const uploading = (name: string) => `Uploading ${name}`;
export const cancel = "Cancel";
export const cancelNamed = (name: string) => `Cancel ${name}`;
export const isAttached = (name: string) => `${name} is attached`;
export const sentOnceFilesAreThere = "This is sent as soon as the files are there.";
export const theFileIsRemoved = "The file is removed";
export const fileNotRemoved = "The file could not be removed. Try again.";
export const files = "Files";
export const notSentTryAgain = "This is not sent yet. Try the failed file again, or remove it.";
export const notSentBecause = (names: string, count: number) =>
  count === 1
    ? `This is not sent yet, because ${names} is not attached.`
    : `This is not sent yet, because ${names} are not attached.`;
export const send = "Send";
export const withoutFiles = (send: string, count: number) =>
  count === 1 ? `${send} without it` : `${send} without them`;
export const howManyFiles = (count: number, eachMib: number) => `Up to ${count} files, each up to ${eachMib} MiB.`;
export const dropOrPaste = "You can also drop them here, or paste a picture.";
export const attachFiles = "Attach files";
export const writingTips = "Writing tips";
export const remove = "Remove";
export const aFileWasRemoved = "A file was removed";
