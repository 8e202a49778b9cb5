/** Product copy. docs/decisions/0020 says how to add to it. */

export const home = "Home";
export const newRequest = "New request";
export const whatDoYouNeed = "What do you need?";
export const waitingForYou = "Waiting for you";
export const drafts = "Drafts";
export const yourOpenRequests = "Your open requests";
export const noOpenRequests = "You have no open requests.";
export const allRequests = "All requests";
export const showAll = "Show all";
export const ofSection = (title: string) => `of “${title}”`;
