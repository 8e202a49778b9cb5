/* Text that Taskdesk adds to outgoing email. */

export const replySubject = (subject: string, id: number) =>
  `${/^re:/i.test(subject) ? subject : `Re: ${subject}`}${subject.includes(`[#${id}]`) ? "" : ` [#${id}]`}`;

export const viewRequest = "View this request";
export const solved = "It is solved";
export const notSolved = "It is not solved";
export const isItSolved = "We've marked this request as resolved. Did we solve it?";
export const filesTooLarge = (files: number) =>
  files === 1
    ? "This file is too large to email. Sign in to download it:"
    : "These files are too large to email. Sign in to download them:";
export const fileAndSize = (name: string, size: string) => `${name} (${size})`;

/* Closing lines of automatic email, in Markdown. */
export const viewEnd = `[${viewRequest}](link:view)`;
export const solvedEnd = `[${solved}](link:solved)

[${notSolved}](link:not_solved)

You can also [view this request](link:view).`;

export const resolvedSubject = (requests: number) => `We've resolved ${requests} of your requests`;
export const resolvedLead = "We've resolved these requests. If one still isn't solved, open it and let us know.";
/** One request in a list of them. `name` is safe Markdown. */
export const resolvedItem = (number: number, name: string) => `- [#${number}](link:view${number}) ${name}`;

export const suppressed = "Emails to this address are stopped because earlier emails bounced or were reported as spam.";
export const noLongerRecipient = "This person no longer has access to the task.";
export const redacted = "The message was redacted.";
export const notComposed = "The email couldn't be created. The server log says why.";
export const addressRemoved = "The sending address was removed.";

export const sentByRule = (rule: string) => `Sent automatically by the rule “${rule}”.`;
