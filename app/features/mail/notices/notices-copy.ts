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

/* The desk's settings for mail it writes. */
export const emailSettings = "Emails from the desk";
export const aboutEmailSettings = "What the desk's own emails contain, and how long their links work.";
export const noticeText = "Message text in notifications";
export const noticeTextHint = "How much of a message agents get by email.";
export const noticeTexts = { full: "All of it", start: "The first 140 characters", none: "None" };
export const linkDays = "Days that links work";
export const linkDaysHint = "Sign-in links and others in emails expire after this many days.";
export const saveEmailSettings = "Save email settings";
export const emailSettingsSaved = "Email settings saved";
export const chooseAnOption = "Choose an option from the list.";
export const enterDays = (most: number) => `Enter a number from 1 to ${most}.`;
