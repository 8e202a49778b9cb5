/** What people read here; docs/decisions/0020 says how to add to it. */

export const toMention = (people: string) => `${people} to mention`;
export const colleagues = "Colleagues";
