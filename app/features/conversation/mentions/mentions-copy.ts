/** What people read here; docs/decisions/0020 says how to add to it. */

export const toMention = (count: number) => (count === 1 ? "1 colleague to mention" : `${count} colleagues to mention`);
export const colleagues = "Colleagues";
export const severalAreCalled = (name: string, addresses: string) =>
  `Several people are called ${name}. Write ${addresses} instead.`;
export const worksNotOnThis = (name: string) =>
  `${name} can't access this task, so you can't mention them. Write the name without the @.`;
export const mayBe = (word: string | undefined, names: string) =>
  `@${word} could be ${names}. Write the full name after the @.`;
