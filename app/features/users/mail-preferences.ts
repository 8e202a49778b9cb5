/** How long notifications wait before they are mailed: minutes, until the next morning, or for ever. */
export const MAIL_WAITS = ["0", "5", "15", "60", "daily", "never"] as const;

export type MailWait = (typeof MAIL_WAITS)[number];

/** Quiet hours are "22:00" and "07:00" in the person's time zone; both empty for none. */
export type MailPreferences = {
  mailWait: MailWait;
  quietFrom: string;
  quietUntil: string;
  /** Whether urgent tasks may be mailed in quiet hours. */
  urgentBreaksQuiet: boolean;
};
