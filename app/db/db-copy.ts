/** Product copy. docs/decisions/0020 says how to add to it. */

/* Titles, also sent as the HTTP reason phrase, which allows only Latin-1. */
export const serviceUnavailable = "Service Unavailable";
export const insufficientStorage = "Insufficient Storage";

export const databaseUnavailable =
  "The database isn't responding. Taskdesk reconnects on its own, so try again in a moment.";
export const databaseUnavailableResend =
  "The database isn't responding, so your changes may not have been saved. Go back and send them again; nothing will be saved twice.";
export const databaseIsBusy =
  "The database is busy with another change. Nothing you sent was saved. Try again in a moment.";
export const databaseIsSlow =
  "That took too long, so it was stopped. Nothing was changed. Try a narrower search or a smaller selection.";
export const databaseIsReadOnly = "The database is read-only right now, so nothing was saved. Tell an admin.";
export const diskIsFailing =
  "The server can't read or write its disk right now. Nothing you sent was saved. Tell an admin.";
export const filesUnavailable = "Attached files aren't available right now. Everything else works; try again later.";
export const diskIsFull = "The server's disk is full, so nothing was saved. Tell an admin.";

/* How a copied database differs from the original. */
export const differentRows = (table: string) => `${table} has different rows`;
export const wrongNumberOfRows = (table: string, found: number, wanted: number) =>
  `${table} has ${found} ${found === 1 ? "row" : "rows"} instead of ${wanted}`;
