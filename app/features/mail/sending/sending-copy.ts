/* Texts around the messages that go out by email. */

export const replySubject = (subject: string, id: number) =>
  `${/^re:/i.test(subject) ? subject : `Re: ${subject}`}${subject.includes(`[#${id}]`) ? "" : ` [#${id}]`}`;

export const viewRequest = "View this request";
export const solved = "It is solved";
export const notSolved = "It is not solved";
export const isItSolved = "We marked this request as resolved. Is it solved for you?";
export const filesTooLarge = "These files are too large for an email. Sign in to download them:";
export const fileAndSize = (name: string, size: string) => `${name} (${size})`;

/* Ends of the mail that the desk writes by itself, in Markdown. */
export const viewEnd = `[${viewRequest}](link:view)`;
export const solvedEnd = `[${solved}](link:solved)

[${notSolved}](link:not_solved)

You can also [view this request](link:view).`;

export const resolvedSubject = (requests: number) => `We resolved ${requests} of your requests`;
export const resolvedLead = "We resolved these requests. If one isn't solved for you, open it and tell us.";
/** One request in a list of them. `name` is safe Markdown. */
export const resolvedItem = (number: number, name: string) => `- [#${number}](link:view${number}) ${name}`;

export const suppressed = "Nothing is sent to this address any more, because earlier mail to it bounced.";
export const addressRemoved = "The sending address was removed.";
