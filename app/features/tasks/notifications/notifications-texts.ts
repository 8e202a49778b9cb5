/** What people read here; docs/decisions/0020 says how to add to it. */

export const unmute = "Unmute";
export const mute = "Mute";
export const unreadMarkAsRead = "Unread: mark as read";
export const notifications = "Notifications";
export const whatHappenedAroundTasks = "What has happened around your tasks. Kept for 90 days.";
export const whatYouAreToldOf = "What you are told of";
export const markAllAsRead = "Mark all as read";
export const which = "Which";
export const all = "All";
export const unread = "Unread";
export const whatIsNewWillStandHere = "What is new will stand here.";
export const whatStandsHere = "When something happens around your tasks, you are told here.";
export const youHaveReadEverything = "You have read everything";
export const noNotificationsYet = "No notifications yet";
export const choicesSaved = "Choices saved";
export const neverOfYourOwnDoing = "Never of what you do yourself. A task can be muted on its page.";
export const showNotifications = "Show notifications";
export const onTasksYouWorkOn = "On tasks you work on";
export const newTasksInTheseTeams = "New tasks in these teams";
export const onYourRequests = "On your requests";
export const saveChoices = "Save choices";
