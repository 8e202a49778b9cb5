import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** What people read here; docs/decisions/0020 says how to add to it. */

export const invitationOf = (name: string) => `Invitation of ${name}`;
export const invitation = "Invitation";
export const invitationWithdrawn = "Invitation withdrawn";
export const invitePerson = (name: string) => `Invite ${name}`;
export const whatLinksDo = (days: number) =>
  `Whoever opens the link chooses the password of this account, once, within ${days} days. Give it to nobody else.`;
export const passwordExists = "There is a password already. It counts until the link is used, and then no more.";
export const link = "Link";
export const copyItNow = "Copy it now: it is not shown again.";
export const linkIsOpenUntil = (at: ReactNode) => sentence`A link is open until ${at}. A new one takes its place.`;
export const makeALink = "Make a link";
export const makeANewLink = "Make a new link";
export const withdrawTheLink = "Withdraw the link";
export const done = "Done";
export const cancel = "Cancel";
export const yourAccountMayNotDoThat = "Your account may not do that.";
export const thatPersonIsNotHere = "That person is not here.";
export const accountIsDisabled = "Nobody signs in with this account any more. Enable it first.";
export const confirmAddressFirst = "Their first address isn't confirmed. Confirm it on their page, then invite them.";
export const cannotInviteYourself =
  "You can't create an invitation for your own account. Change your password instead, or ask another admin.";
export const enterAddressFirst = "Without an e-mail address nobody can sign in: enter one first.";
export const passwordOf = (name: string) => `Password of ${name}`;
export const passwordSet = "Password set";
export const changeYourPassword = "Change your password";
export const setPasswordFor = (name: string) => `Set a password for ${name}`;
export const enterAddressUnderEdit = "Without an e-mail address nobody can sign in: enter one first, under Edit.";
export const currentPassword = "Current password";
export const newPassword = "New password";
export const noteItDown = "Note it down before you save: it is not shown again.";
export const atLeastCharacters = (passwordMin: number) => `At least ${passwordMin} characters.`;
export const savePassword = "Save password";
export const generateAPassword = "Generate a password";
export const thatIsNotYourCurrentPassword = "That is not your current password.";
export const askForALink = "Your account has no password. Ask an admin for a link to set one.";
export const youStaySignedIn = "You stay signed in here and are signed out everywhere else.";
export const signedOutEverywhere = (name: string) =>
  `${name} is signed out everywhere and signs in with the new password.`;
export const welcomeChooseAPassword = (name: string) => `Welcome, ${name}. Choose a password to sign in with.`;
export const email = "Email";
export const goOn = "Continue";
export const passwordIsSet = "Your password is set. Sign in with it.";
export const password = "Password";
export const signIn = "Sign in";
export const signInWith = (name: string) => `Sign in with ${name}`;
export const theServerCouldNotBeReached = "The server could not be reached.";
export const signingOutDidNotWork = "Signing out did not work.";
export const sessionHasEnded = "Your session has ended. Sign in, and what you wrote is there again.";
export const sessionHadEnded = "Your session had ended. Check this and send it.";
export const theRequestNamesNoHost = "The request names no host.";
export const theBodyCouldNotBeRead = "The body could not be read.";
export const errorOnlyOnce = "The parameter error can appear only once.";
export const thereIsNoSuchSign = "There is no such sign-in address.";
export const noWayForForms = "That is no way to sign in with a form.";
export const noWayToSignIn = "That is no way to sign in.";
export const signingInDidNotWork = "Signing in did not work.";
export const emailOrPasswordWrong = "The e-mail or password is not right.";
export const tooManySignIns = "Too many people are signing in right now. Try again in a few seconds.";
export const signInToOpenThat = "Sign in to open that page.";
export const openTheLinkAgain = "Open your invitation link again.";
export const linkIsUsedOrOld = "This link has been used, or is too old. Ask for a new one.";
export const accountMayNotSignIn = "This account may not sign in.";
export const signingInNeedsCookies = "Signing in needs cookies. Allow them for this site and try again.";
export const checkTheConnection = "The server could not be reached. Check the connection and try again.";
export const noTokenForSigningOut = "Could not fetch CSRF Token for signing out";
export const serverAnswered = (status: number, action: string) => `The server answered ${status} for ${action}.`;
export const serverCouldNot = "The server could not do that.";
export const answerUnreadable = "The server's answer could not be read.";
export const attachAgain = (files: string) => `These files were not kept. Attach them again: ${files}.`;
/** A title, which is the words beside the status as well: HTTP takes those of Latin-1 only. */
export const badRequest = "Bad Request";
export const aPerson = "a person";
