/** The `field` of an entry in history for a row in which nothing changed that history shows: only who and when. */
export const UPDATE_FIELD = "update";
