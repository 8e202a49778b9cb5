import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/* Product copy for email templates, and their default text. docs/decisions/0020 says how to add to it. */

export const templates = "Email templates";
export const template = "Email template";
export const aboutTemplates = "Text of the emails that Taskdesk sends automatically.";
export const use = "Use";
export const state = "State";
export const site = "Site";
export const everySite = "Every site";
export const show = "Show templates";
export const isDefault = "Default";
export const isCustom = "Custom";
export const isAsEverySite = "Same as every site";
export const off = "Off";
export const afterDays = (days: number) => (days === 1 ? "After 1 day" : `After ${days} days`);
export const withState = (when: string, text: string) => `${when} (${text})`;
export const forSite = (name: string, host: string) => `${name}, for ${host}`;

export const kinds = {
  acknowledgement: "Acknowledgement",
  resolved: "Task resolved",
  reminder: "Reminder",
  footer: "Reply footer",
};
export const about = {
  acknowledgement: "Sent to the requester when a task is created. Includes a link to the task.",
  resolved: "Sent to the requester when an agent resolves their task. Asks whether the problem is solved.",
  reminder: "Sent once while a task waits for the requester's reply. Includes a link to the task.",
  footer: "Appears below each public reply, above the link to the task.",
};

export const defaults = {
  acknowledgement: {
    subject: "Re: {{task.title}} [#{{task.number}}]",
    body: `Hello {{requester.first_name|there}},

We've received your request **{{task.title}}**. Its number is #{{task.number}}.

To add something, reply to this email.`,
  },
  resolved: {
    subject: "Re: {{task.title}} [#{{task.number}}]",
    body: `Hello {{requester.first_name|there}},

We've resolved your request **{{task.title}}** (#{{task.number}}). Did we solve it?`,
  },
  reminder: {
    subject: "Re: {{task.title}} [#{{task.number}}]",
    body: `Hello {{requester.first_name|there}},

We're waiting for your reply to **{{task.title}}** (#{{task.number}}).

Just reply to this email.`,
  },
  footer: { subject: "", body: "To add something to request #{{task.number}}, reply to this email." },
};

/** Values of the preview. */
export const sample = {
  firstName: "Ana",
  name: "Ana Ruiz",
  title: "Printer on the second floor is jammed",
  team: "IT support",
};

export const subject = "Subject";
export const text = "Text";
export const days = "Send after (days)";
export const daysHint = "Sends the reminder after the task has waited this many days. Enter 0 to turn it off.";
export const saveTemplate = "Save template";
export const preview = "Preview";
export const cancel = "Cancel";
export const resetToDefault = "Reset to default";
export const undo = "Undo";
export const saved = (name: string) => `${name} saved`;
export const reset = (name: string) => `Reset ${name} to the default`;
export const restored = (name: string) => `Restored ${name}`;
export const changedMeanwhile =
  "Someone else changed this template while you were editing. Nothing was saved. Save again to replace their version.";
export const checkBeforeReset = "Someone else changed this template. Check it before you reset it.";
export const cannotRestore =
  "This template has changed since the reset, so nothing was restored. Open it to check its text.";

export const enterSubject = "Enter a subject.";
export const enterText = "Enter the text.";
export const enterDays = (most: number) => `Enter a number of days from 0 to ${most}.`;
export const subjectTooLong = (most: number) => `The subject can have at most ${most} characters.`;
export const textTooLong = (most: string) => `The text can have at most ${most} characters.`;
export const unknownVariable = (variable: string) => `“${variable}” isn't a variable. Use one from the list below.`;
export const mayBeEmpty = (variable: string, withFallback: string) =>
  `“${variable}” can be empty. Add a fallback, such as ${withFallback}.`;
export const brokenVariable = "A variable is incomplete. Write it between {{ and }}.";
export const nothing = "none";

export const variables = "Variables";
export const variablesHint = (code: ReactNode) =>
  sentence`Variables in double braces are filled in for each email. Text after | is used when the value is empty: ${code}.`;
export const agentName = "name of the agent who replied to or resolved the task";
export const agentNameIsEmpty = "always empty in this email";
export const variablesExample = "Hello {{requester.first_name|there}}";

export const previewSubject = (text: string) => `Subject: ${text}`;
