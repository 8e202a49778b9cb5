/** Product copy. docs/decisions/0020 says how to add to it. */

export const unreadMarkAsRead = "Unread: mark as read";
export const moreOnThisTask = (count: number) => `${count} more`;
export const olderOnTheTask = "Older updates are on its page";
export const reply = "Reply";
export const notifications = "Notifications";
export const updatesOnYourTasks = "Updates on your tasks. Kept for 90 days.";
export const updatesOnYourRequests = "Updates on your requests. Kept for 90 days.";
export const notificationSettings = "Notification settings";
export const markAllAsRead = "Mark all as read";
export const filterNotifications = "Filter notifications";
export const all = "All";
export const unread = "Unread";
export const newNotificationsAppearHere = "New notifications appear here.";
export const taskUpdatesAppearHere = "Updates on your tasks appear here.";
export const requestUpdatesAppearHere = "Updates on your requests appear here.";
export const allCaughtUp = "You're all caught up";
export const noNotificationsYet = "No notifications yet";
export const settingsSaved = "Notification settings saved";
export const notNotifiedOfOwnChanges = "You're never notified of your own changes. To mute a task, open its page.";
export const notNotifiedOfOwnReplies = "You're never notified of your own replies. To mute a request, open its page.";
export const showNotifications = "View notifications";
export const tasksYouWorkOn = "Tasks you work on";
export const newTasksInTheseTeams = "New tasks in these teams";
export const yourRequests = "Your requests";
export const saveSettings = "Save settings";
export const off = "Off";
export const inTheApp = "In the app";
export const inTheAppAndByEmail = "In the app and by email";
export const byEmail = "By email";
export const emailTitle = "Emails about tasks you work on";
export const mailWait = "Send emails";
export const mailWaitHint =
  "You won't get an email if you open the task first. Several updates to one task arrive as a single email.";
export const mailWaits = {
  "0": "Immediately",
  "5": "After 5 minutes",
  "15": "After 15 minutes",
  "60": "After 1 hour",
  daily: "Once a day, at 08:00",
  never: "Never",
};
export const quietFrom = "Quiet hours from";
export const quietUntil = "Quiet hours until";
export const quietHint = "No emails between these times in your time zone. Leave both empty for no quiet hours.";
export const urgentBreaksQuiet = "Send emails about urgent tasks during quiet hours";
export const enterBothTimes = "Enter both times, or leave both empty.";
export const enterATime = "Enter a time such as 22:00.";
export const chooseAnOption = "Choose an option from the list.";
export const repliesComeByEmail = "You always get replies to your requests by email, even if this is off.";
export const mailNeedsAnAddress =
  "This desk has no email address yet, so it can't send emails. Ask an admin to add one.";
export const allNotificationsByEmail = "All notifications by email";
export const requestWaitsForYou = "We're waiting for your reply";
/* Notification kinds. */
export const iAmMentioned = "Someone mentions you";
export const myReplyNotSent = "Your reply wasn't sent because its recipients changed";
export const messageNotDelivered = "A message you sent, or a message on your task, can't be delivered";
export const taskAssignedToMe = "A task is assigned to you";
export const requesterReplies = "The requester replies to your task or an unassigned task in your team";
export const myRequestResolved = "Your request is resolved";
export const replyToMyRequest = "Your request gets a reply";
export const noteAdded = "A note is added to your task or a task you watch";
export const agentReplies = "An agent replies to your task or a task you watch";
export const snoozeEnds = "A snooze ends on your task or an unassigned task in your team";
export const clockWarns = "A service-level target on your task or an unassigned task in your team is due soon";
export const clockBreaches = "Your task or a task in a team you lead misses a service-level target";
export const ruleNotifies = "A rule notifies you";
export const taskChanges = "Your task's status, team or priority changes";
export const newTaskInYourTeams = "A new task arrives in one of these teams";

/* Notifications about one task, named on the line above. */
export const taskdesk = "Taskdesk";
export const mentionedYou = (who: string) => `${who} mentioned you`;
export const replyWasNotSent = "Your reply wasn't sent because its recipients changed. It's a draft again.";
export const wasNotDelivered = (address: string) => `A message couldn't be delivered to ${address}`;
export const wasAssignedToYou = "It was assigned to you";
export const assignedItToYou = (who: string) => `${who} assigned it to you`;
export const resolvedYourRequest = (who: string) => `${who} resolved your request`;
export const addedANote = (who: string) => `${who} added a note`;
export const replied = (who: string) => `${who} replied`;
export const snoozeEnded = "Its snooze ended";
/** `clocks`: "First response, Resolution". */
export const isDueSoon = (clocks: string) => `Due soon: ${clocks}`;
export const hasBreached = (clocks: string) => `Target missed: ${clocks}`;
export const notifiedByRule = (rule: string) => `The rule “${rule}” notified you`;
export const changedIt = (who: string) => `${who} changed it`;
/** `details`: "Status: Resolved, Priority: High". */
export const changedItTo = (who: string, details: string) => `${who} changed it. ${details}`;
export const newInTeam = (team: string) => `New in ${team}`;
export const newInYourTeam = "New in your team";
export const status = "Status";
export const team = "Team";
export const priority = "Priority";
export const fieldIsNow = (field: string, value: string) => `${field}: ${value}`;
export const none = "none";

/* Notifications about several tasks. `by` null: the system. */
export const mentionedInTasks = (tasks: number, by: string | null) =>
  by === null ? `You were mentioned in ${tasks} tasks` : `${by} mentioned you in ${tasks} tasks`;
export const tasksWereAssigned = (tasks: number, by: string | null) =>
  by === null ? `${tasks} tasks were assigned to you` : `${by} assigned you ${tasks} tasks`;
export const requestsWereAnswered = (tasks: number, by: string | null) =>
  by === null ? `${tasks} of your requests were answered` : `${by} replied to ${tasks} of your requests`;
export const requestsWereResolved = (tasks: number, by: string | null) =>
  by === null ? `${tasks} of your requests were resolved` : `${by} resolved ${tasks} of your requests`;
export const notesWereAdded = (tasks: number, by: string | null) =>
  by === null ? `Notes were added to ${tasks} tasks` : `${by} added notes to ${tasks} tasks`;
export const tasksWereAnswered = (tasks: number, by: string | null) =>
  by === null ? `New replies on ${tasks} tasks` : `${by} replied to ${tasks} tasks`;
export const newTasksArrived = (tasks: number, by: string | null) =>
  by === null ? `${tasks} new tasks in your teams` : `${tasks} new tasks in your teams from ${by}`;
export const tasksWereChanged = (tasks: number, by: string | null) =>
  by === null ? `${tasks} tasks were changed` : `${by} changed ${tasks} tasks`;

export const youAreSubstitute = "You're the assignee's substitute";
export const youAreWatching = "You're watching it";
