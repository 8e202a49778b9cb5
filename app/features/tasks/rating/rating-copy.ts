/** What people read here; docs/decisions/0020 says how to add to it. */

export const rating = "Rating";
export const ofAnEarlierSolution = "for an earlier resolution";
export const yourRating = "Your rating";
export const howDidWeDo = "How did we do?";
export const commentOptional = "Comment (optional)";
export const changeRating = "Change rating";
export const sendRating = "Send rating";
export const chooseGoodOrBad = "Choose Good or Bad.";
export const commentAtMost = (most: string) => `A comment has at most ${most} characters.`;
export const good = "Good";
export const bad = "Bad";
