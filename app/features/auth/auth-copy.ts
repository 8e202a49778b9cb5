import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** Product copy. docs/decisions/0020 says how to add to it. */

export const invitationOf = (name: string) => `Invitation for ${name}`;
export const invitation = "Invitation";
export const linkWithdrawn = "Link withdrawn";
export const invitePerson = (name: string) => `Invite ${name}`;
export const aboutInvitationLinks = (days: number) =>
  `Anyone with the link can set the account's password once, within ${days} days. If the desk can send email, the link is also emailed to this person.`;
export const passwordExists = "This account already has a password, which works until the link is used.";
export const link = "Link";
export const copyItNow = "Copy it now. It won't be shown again.";
export const invitationSent = (address: string) => `The invitation was sent to ${address}.`;
export const copyAsWell = "You can also copy the link and send it yourself. It won't be shown again.";
export const linkWorksUntil = (at: ReactNode) => sentence`The current link works until ${at}. A new link replaces it.`;
export const createLink = "Create link";
export const createNewLink = "Create new link";
export const withdrawLink = "Withdraw link";
export const done = "Done";
export const cancel = "Cancel";
export const accountIsDisabled = "This account isn't active. Enable it first.";
export const confirmAddressFirst =
  "This person's primary address isn't confirmed. Confirm it on their page, then invite them.";
export const cannotInviteYourself =
  "You can't create an invitation for your own account. Change your password instead, or ask another admin to invite you.";
export const enterAddressFirst = "This account has no email address to sign in with. Enter an address first.";
export const passwordOf = (name: string) => `Password for ${name}`;
export const passwordSet = "Password set";
export const changeYourPassword = "Change your password";
export const setPasswordFor = (name: string) => `Set a password for ${name}`;
export const enterAddressUnderEdit =
  "This account has no email address to sign in with. Select Edit and add an address.";
export const currentPassword = "Current password";
export const newPassword = "New password";
export const copyBeforeSaving = "Copy it before you save. It won't be shown again.";
export const passwordLengthHint = (passwordMin: number) => `At least ${passwordMin} characters.`;
export const savePassword = "Save password";
export const generateAPassword = "Generate password";
export const wrongCurrentPassword = "That isn't your current password. Try again.";
export const askForALink = "Your account has no password. Ask an admin for a link to set one.";
export const youStaySignedIn = "Saving keeps you signed in here and signs you out everywhere else.";
export const signedOutEverywhere = (name: string) =>
  `Saving signs ${name} out everywhere. They need the new password to sign in again.`;
export const welcomeChooseAPassword = (name: string) => `Welcome, ${name}. Choose a password to sign in with.`;
export const welcomeEnterYourName = "Welcome. Enter your name, and choose a password to sign in with.";
export const name = "Name";
export const nameHint = "Shown on your requests and replies.";
export const email = "Email";
export const continueButton = "Continue";
export const passwordIsSet = "Your password is set. Sign in with it.";
export const password = "Password";
export const signIn = "Sign in";
export const signInWith = (name: string) => `Sign in with ${name}`;
export const sessionEnded = "Your session has ended. Sign in to get your text back.";
export const sessionEndedBeforeSending = "Your session ended before this was sent. Check it and send it again.";
export const noValidHost = "The request has no valid host.";
export const bodyUnreadable = "Your form couldn't be read. Reload the page and try again.";
export const repeatedErrorParameter = "The error parameter can appear only once.";
export const noSuchEndpoint = "There's no such sign-in endpoint.";
export const formSignInNotSupported =
  "You can't sign in to that provider with a form. Use its button on the sign-in page.";
export const providerNotAvailable = "That sign-in provider isn't available. Choose another way to sign in.";
export const signInFailed = "Signing in did not work.";
export const emailOrPasswordWrong = "The email or password is not right.";
export const tooManySignIns = "Too many people are signing in right now. Try again in a few seconds.";
export const signInToOpenThat = "Sign in to open that page.";
export const openTheLinkAgain = "Open your invitation link again.";
export const linkUsedOrExpired = "This link has been used or has expired. Ask an admin for a new one.";
export const signInLinkUsed = "This link has been used or has expired. Sign in, or enter your email to get a new link.";
export const emailMeALink = "Email me a sign-in link";
export const forgotPassword = "Forgot your password?";
export const linkRequested =
  "If an account here uses that address, a link is on its way. Open it on this device to sign in.";
export const passwordLinkRequested =
  "If an account here uses that address, a link to set a new password is on its way. It works for 1 hour.";
export const tooManyLinks = "Too many links were requested. Try again in 15 minutes.";
export const accountCannotSignIn = "This account may not sign in.";
export const signInNeedsCookies = "Signing in needs cookies. Allow them for this site and try again.";
export const attachAgain = (files: string) => `Files aren't kept when a session ends. Attach again: ${files}.`;
/** Also the HTTP reason phrase, which takes Latin-1 only. */
export const badRequest = "Bad Request";
export const aPerson = "a person";
