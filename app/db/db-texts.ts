/** What people read here; docs/decisions/0020 says how to add to it. */

/* Titles, which are the words beside the status as well: HTTP takes those of Latin-1 only. */
export const serviceUnavailable = "Service Unavailable";
export const insufficientStorage = "Insufficient Storage";

export const databaseIsAway =
  "The database does not answer at the moment. Taskdesk goes on by itself as soon as it does.";
export const databaseIsAwaySent =
  "The database does not answer at the moment. Taskdesk goes on by itself as soon as it does. What you sent may not have been kept: go back and send it again, nothing is done twice.";
export const databaseIsBusy = "The database is busy with another change, so nothing was saved. Try again in a moment.";
export const databaseIsSlow = "That took too long and was stopped. Nothing was changed. Ask for less at a time.";
export const databaseIsReadOnly = "The database is read-only right now, so nothing was saved. Tell an admin.";
export const diskIsFailing = "The server can't read or write its disk right now, so nothing was saved. Tell an admin.";
export const filesAreAway = "Attached files aren't available right now. Everything else works; try again later.";
export const noRoomLeft = "The server's disk is full, so nothing was saved. Tell an admin.";

/* How a copy differs from the original. */
export const otherRows = (table: string) => `${table} has different rows`;
export const wrongNumberOfRows = (table: string, found: number, wanted: number) =>
  `${table} has ${found} rows instead of ${wanted}`;
