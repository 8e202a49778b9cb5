/* Texts around the messages that go out by email. */

export const replySubject = (subject: string, id: number) =>
  `${/^re:/i.test(subject) ? subject : `Re: ${subject}`}${subject.includes(`[#${id}]`) ? "" : ` [#${id}]`}`;

export const viewRequest = "View this request";

export const replyText = (text: string, link: string | null) =>
  link === null ? text : `${text}\n\n${viewRequest}: ${link}`;

export const replyHtml = (html: string, link: string | null) =>
  `<!doctype html><html><body>${html}${
    link === null ? "" : `<p style="color:#666"><a href="${link}">${viewRequest}</a></p>`
  }</body></html>`;
