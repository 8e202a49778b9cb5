/** User-facing copy; docs/decisions/0020 says how to add to it. */

/* Titles of refusals, also sent as HTTP status text, which must be Latin-1. */
export const notFound = "Not Found";
export const badRequest = "Bad Request";
export const unauthorized = "Unauthorized";
export const forbidden = "Forbidden";
export const conflict = "Conflict";
export const methodNotAllowed = "Method Not Allowed";
export const gone = "Gone";
export const contentTooLarge = "Content Too Large";
export const internalServerError = "Internal Server Error";

export const routeNotFound = (path: string) => `Page Not Found: ${path}`;
export const noSuchPage = (path: string) => `Page not found: ${path}`;
export const signInFirst = "Sign in first.";
export const noPermission = "You don't have permission to do that. If you need access, ask an admin.";
export const unsupportedMethod = "You can't open this address directly. Go back and use the form or button.";
export const fileIsMissing = "This file is missing on the server. Ask an admin to restore it from a backup.";
export const formTooLarge = "That form is too large. Shorten the text and send it again.";
export const tooManyFields = "That form has too many fields. Reload the page and try again.";
export const formUnreadable = "That form couldn't be read. Go back and send it again.";
export const otherPersonSignedIn =
  "Someone else was signed in when you opened this page, so nothing was sent. Reload the page and try again.";
export const diskIsFull =
  "The server's disk is full, so this wasn't saved. Keep a copy of your text and tell an admin.";
export const somethingElseWasSent =
  "This wasn't sent, because something else was already sent from this page. Press the button again to send this too.";
export const somethingElseWasSentWithFiles =
  "This wasn't sent, because something else was already sent from this page. Choose the files again, then press the button to send this too.";
export const dataParameterUnsupported = "The _data parameter isn't supported here. Remove it from the URL.";
export const fromAnotherSite =
  "That request came from another site, so it was blocked. Open the page here and try again.";
export const wrongToken = "The token is missing or wrong. Send METRICS_TOKEN as a bearer token.";
export const serverShuttingDown = "The server is shutting down. Try again in a moment.";
export const tooManyRequests = "Too Many Requests";
export const tooManyAtOnce = "You have too many searches, previews or exports running. Wait a moment and try again.";
