/** What people read here; docs/decisions/0020 says how to add to it. */

export const securityLog = "Security log";
export const what = "What";
export const by = "By";
export const about = "About";
export const details = "Details";
export const when = "When";
export const fromAddress = (ip: string) => `From ${ip}`;
export const whatIsLogged =
  "Sign-ins, changes of accounts and teams, exported lists, and restricted tasks that admins opened. Kept for 400 days.";
export const anything = "Anything";
export const person = "Person";
export const show = "Show";
export const clear = "Clear";
export const enterWholeName = "Enter a whole name or an e-mail address.";
export const takeAChoiceAway = "Take a choice away to see more of the log.";
export const notClearWho = "It is not clear who that is";
export const nothingLikeThatWasWrittenDown = "Nothing like that was written down";
export const nobodyAloneHasThisName = "Nobody alone has this name. Enter a whole name or an e-mail address.";
