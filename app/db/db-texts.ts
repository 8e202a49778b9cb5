/** What people read here; docs/decisions/0020 says how to add to it. */

/* Titles, which are the words beside the status as well: HTTP takes those of Latin-1 only. */
export const serviceUnavailable = "Service Unavailable";
export const insufficientStorage = "Insufficient Storage";

export const databaseIsAway =
  "The database does not answer at the moment. Taskdesk goes on by itself as soon as it does.";
export const databaseIsAwaySent =
  "The database does not answer at the moment. Taskdesk goes on by itself as soon as it does. What you sent may not have been kept: go back and send it again, nothing is done twice.";
export const databaseIsBusy =
  "Somebody else is changing the same thing, and that takes longer than we wait. Nothing was changed.";
export const databaseIsSlow = "That took too long and was stopped. Nothing was changed. Ask for less at a time.";
export const onlyToBeRead = "Nothing can be changed at the moment, only read. Tell whoever looks after the server.";
export const filesAreAway =
  "The storage of attached files does not answer at the moment. Everything else works; try again soon.";
export const noRoomLeft = "The server has no room left, so nothing can be kept. Tell whoever looks after it.";
