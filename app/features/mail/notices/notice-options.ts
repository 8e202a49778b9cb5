/** How much of a message email notifications contain. */
export const NOTICE_TEXTS = ["full", "start", "none"] as const;

export type NoticeText = (typeof NOTICE_TEXTS)[number];

export const MOST_LINK_DAYS = 30;
