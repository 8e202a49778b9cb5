/** What people read here; docs/decisions/0020 says how to add to it. */

/*
 * The titles of refusals, which are the words beside their status as well: HTTP takes those of Latin-1 only.
 */
export const notFound = "Not Found";
export const badRequest = "Bad Request";
export const unauthorized = "Unauthorized";
export const forbidden = "Forbidden";
export const conflict = "Conflict";
export const methodNotAllowed = "Method Not Allowed";
export const gone = "Gone";
export const contentTooLarge = "Content Too Large";
export const internalServerError = "Internal Server Error";

export const notOfThisRoute = (path: string) => `Page Not Found: ${path}`;
export const noSuchPage = (path: string) => `Page not found: ${path}`;
export const signInFirst = "Sign in first.";
export const yourAccountMayNotDoThat = "Your account may not do that.";
export const notUsedInThatWay = "This address cannot be used in that way.";
export const fileIsMissing = "This file is missing on the server. Tell whoever looks after it: a backup may have it.";
export const moreThanAForm = "That is more than one form may hold. Shorten the text and send it again.";
export const tooManyFields = "That form has more fields than any form here.";
export const formUnreadable = "That form could not be read. Go back and send it again.";
export const formOfSomebodyElse =
  "Somebody else was signed in when this page was opened. Nothing was sent. Open the page again.";
export const noRoomForThis =
  "The server's disk is full, so this wasn't saved. Keep a copy of your text and tell an admin.";
export const somethingElseWasSent =
  "Something else was sent from this page before, and this was not. Press the button again to send it, too.";
export const somethingElseWasSentWithFiles =
  "Something else was sent from this page before, and this was not. Press the button again to send it, too. Choose its files again.";
export const dataParameter = "The parameter _data is not used here.";
export const fromAnotherSite = "That request came from another site.";
export const wrongToken = "Wrong token.";
export const serverIsAboutToEnd = "The server is about to end.";
export const tooManyRequests = "Too Many Requests";
export const tooManyAtOnce = "You have too many searches, previews or exports running. Wait a moment and try again.";
