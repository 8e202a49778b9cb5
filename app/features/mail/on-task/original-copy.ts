/* Product copy of the page of an original email. docs/decisions/0020 says how to add to it. */

export const original = "Original email";
export const originalOf = (id: number) => `Original email in #${id}`;
export const backToMessage = "Back to the message";
export const downloadSource = "Download source";
export const sourceIsGone = "The source is no longer stored.";
export const wholeMessage = "Full message";
export const headers = "Headers";
export const from = "From";
export const replyTo = "Reply-To";
export const to = "To";
export const cc = "Cc";
export const date = "Date";
export const received = "Received";
export const subject = "Subject";
export const noSubject = "No subject";
export const moreAddresses = (count: number) => `and ${count} more`;
