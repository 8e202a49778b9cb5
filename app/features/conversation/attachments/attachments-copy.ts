/** What people read here; docs/decisions/0020 says how to add to it. */

export const attachedFiles = "Attached files";
export const removeNamed = (name: string) => `Remove ${name}`;
export const tryAgain = "Try again";
export const tryNamedAgain = (name: string) => `Try ${name} again`;
export const uploading = (name: string) => `Uploading ${name}`;
export const cancel = "Cancel";
export const cancelNamed = (name: string) => `Cancel ${name}`;
export const isAttached = (name: string) => `${name} is attached`;
export const sentOnceFilesAreThere = "Sends as soon as the files are uploaded.";
export const theFileIsRemoved = "File removed";
export const fileNotRemoved = "The file couldn't be removed. Try again.";
export const files = "Files";
export const notSentTryAgain = "Not sent yet. Retry the failed file or remove it.";
export const notSentBecause = (names: string, count: number) =>
  count === 1 ? `Not sent yet: ${names} isn't attached.` : `Not sent yet: ${names} aren't attached.`;
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
export const serverUnreached = "Can't reach the server. Check your connection and try again.";
export const thatDidNotWork = "The upload failed. Try again.";
export const isTooLarge = (name: string, mib: number) =>
  `“${name}” isn't attached: it's too large. Files can be up to ${mib} MiB each.`;
export const isTooMuch = (name: string, mib: number) =>
  `“${name}” isn't attached: files sent together can total up to ${mib} MiB. Send it separately.`;
export const isOneTooMany = (name: string, most: number) =>
  `“${name}” isn't attached: a message can have up to ${most} files. Send it in another message.`;
export const taskIsFull = (name: string, most: number) =>
  `“${name}” isn't attached: the limit of ${most} files here has been reached. Send a link instead.`;
export const draftsAreFull = (name: string, most: number) =>
  `“${name}” isn't attached: your drafts from the last 24 hours, deleted ones included, already have ${most} files. Try again tomorrow.`;
export const dayIsFull = (name: string, mib: number) =>
  `“${name}” isn't attached: your unsent files from the last 24 hours can total up to ${mib} MiB. Send or remove some first.`;
export const isEmpty = (name: string) => `“${name}” isn't attached: it's empty. Check the file and choose it again.`;
export const storageIsAway = (name: string) =>
  `“${name}” isn't attached: file storage isn't working right now. Try again later, or tell an admin.`;
export const diskIsFull = (name: string) => `“${name}” isn't attached: the server's disk is full. Tell an admin.`;
export const tooManyFiles = (files: number, most: number) =>
  files - most === 1
    ? `You added ${files} files; a message can have up to ${most}. Remove 1 and send it in another message.`
    : `You added ${files} files; a message can have up to ${most}. Remove ${files - most} and send them in another message.`;
