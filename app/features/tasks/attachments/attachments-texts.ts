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
export const sessionHasEnded = "Your session has ended. Sign in again in another tab, then try again.";
export const serverUnreached = "The server could not be reached. Try again.";
export const thatDidNotWork = "That did not work. Try again.";
export const isTooLarge = (name: string, mib: number) =>
  `“${name}” is not attached: it is too large. A file may have up to ${mib} MiB.`;
export const isTooMuch = (name: string, mib: number) =>
  `“${name}” is not attached: the files you send at once may have up to ${mib} MiB together. Send it by itself.`;
export const isOneTooMany = (name: string, most: number) =>
  `“${name}” is not attached: a message may have up to ${most} files.`;
export const taskIsFull = (name: string, most: number) =>
  `“${name}” is not attached: this task has ${most} files already, and no more can be added.`;
export const draftsAreFull = (name: string, most: number) =>
  `“${name}” is not attached: new tasks that you began and deleted within a day have ${most} files already. Try again tomorrow.`;
export const dayIsFull = (name: string, mib: number) =>
  `“${name}” isn't attached: your unsent files from the last 24 hours can total up to ${mib} MiB. Send or remove some first.`;
export const isEmpty = (name: string) =>
  `“${name}” is not attached: it is empty. Choose it again, if it should not be.`;
export const storageIsAway = (name: string) =>
  `“${name}” isn't attached: file storage isn't working right now. Try again later, or tell an admin.`;
export const diskIsFull = (name: string) => `“${name}” isn't attached: the server's disk is full. Tell an admin.`;
export const tooManyFiles = (files: number, most: number) =>
  files - most === 1
    ? `These are ${files} files, and a message may have up to ${most}. Remove 1 here, and send it with another message.`
    : `These are ${files} files, and a message may have up to ${most}. Remove ${files - most} here, and send them with another message.`;
