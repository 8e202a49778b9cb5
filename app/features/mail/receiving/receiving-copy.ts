/** Product copy. docs/decisions/0020 says how to add to it. */

/* Fallback text for tasks and messages from emails without text. */
export const noSubject = "(No subject)";
export const encryptedText = "This email is encrypted. Ask the sender to send it unencrypted.";
export const onlyFiles = "(No text, only files)";
export const emptyText = "(No text)";

/* The answer to an agent's commands. */
export const aboutYourEmail = (task: number, title: string) => `[#${task}] ${title}`;
export const yourEmail = "Your email";
export const done = "Done:";
export const notDone = "Not done:";
export const addedNote = "Added an internal note";
export const addedReply = "Sent your reply";
export const refusedCommand = (command: string, why: string) => `${command}: ${why}`;
export const notVerified =
  "Your mail server didn't confirm that this email is from you. It was added as an internal note, and nothing else changed. To reply or change the task, open it.";
export const expiredAddress = (days: number) =>
  `You replied to an email more than ${days} days old. Your reply was added as an internal note. To send it, open the task.`;
export const noSuchStatus = "There's no such status. Check the spelling.";
export const noSuchPriority = "There's no such priority. Check the spelling.";
export const noAccess = "You can't change this task. If you need access, ask an admin.";
export const openTask = "Open task";
