/** Where a task is put that nobody is to find any more: what was thrown away, and what nobody should have sent. */
export const PUT_AWAY = ["trash", "spam"] as const;
export type PutAway = (typeof PUT_AWAY)[number];

export const PUT_AWAY_WORDS: Record<PutAway, { does: string; done: string; is: string }> = {
  trash: { does: "Move to trash", done: "moved to the trash", is: "in the trash" },
  spam: { does: "Mark as spam", done: "marked as spam", is: "marked as spam" },
};

/** What is in the trash for so many days is deleted for good. */
export const TRASH_DAYS = 30;

/** Every agent marks spam; leads of the team, and admins, move to the trash, and take out again what others put away (domain B6). */
export const mayUseTrash = (viewer: { role: string }, leads: boolean) => viewer.role === "admin" || leads;

export const NOT_TO_TRASH = "Only leads of its team and admins move a task to the trash.";
export const NOT_FROM_TRASH = "Only leads of a task's team and admins can restore it from trash or spam.";

/** What is in the trash, and what is spam, as a list has it. */
export const PUT_AWAY_QUERY = "is:trashed,spam";
export const PUT_AWAY_HREF = `/tasks?${new URLSearchParams({ q: PUT_AWAY_QUERY })}`;
