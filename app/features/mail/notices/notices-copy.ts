/** Product copy. docs/decisions/0020 says how to add to it. */

/* Notifications by email. Bodies are Markdown; names and titles are escaped. */
export const taskSubject = (id: number, title: string) => `[#${id}] ${title}`;
export const taskLink = (id: number, title: string) => `#${id} ${title}`;
export const openTask = "Open task";
export const openList = "Open list";
export const digestSubject = (count: number) => (count === 1 ? "1 notification" : `${count} notifications`);
export const stopTheseEmails = "Stop these emails";
export const notificationSettings = "Notification settings";
/** Ends a text that was cut. */
export const cut = "…";

/* Settings for automatic email. */
export const emailSettings = "Email settings";
export const aboutEmailSettings = "Message text in notification emails, and the lifetime of email links.";
export const noticeText = "Message text in notifications";
export const noticeTextHint = "Applies to notification emails to agents.";
export const noticeTexts = { full: "Full text", start: "First 140 characters", none: "No text" };
export const linkDays = "Link lifetime (days)";
export const linkDaysHint = "Sign-in links and most other links in emails expire after this many days.";
export const saveEmailSettings = "Save email settings";
export const emailSettingsSaved = "Email settings saved";
export const chooseAnOption = "Choose an option from the list.";
export const enterDays = (most: number) => `Enter a number from 1 to ${most}.`;
