/*
 * Messages for a failed sign-in or sign-out. Separate because every page loads this file, but not the copy of the
 * forms.
 */

export const signOutFailed = "Couldn't sign you out. Try again.";
export const signInServerUnreachable = "The server couldn't be reached. Check your connection and try again.";
export const noSignOutToken = "Could not fetch CSRF Token for signing out";
export const serverFailed = "Something went wrong on the server. Try again in a moment.";
export const responseUnreadable = "The server's response couldn't be read. Try again in a moment.";
