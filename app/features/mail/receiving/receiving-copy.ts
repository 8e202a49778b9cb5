/* Texts of tasks and messages that came by email without one of their own. */

export const noSubject = "(No subject)";
export const encryptedText = "This email is encrypted. Ask the sender to send it unencrypted.";
export const onlyFiles = "(No text, only files)";
export const emptyText = "(No text)";
