/** What people read here; docs/decisions/0020 says how to add to it. */

export const toMention = (count: number) => (count === 1 ? "1 colleague to mention" : `${count} colleagues to mention`);
export const colleagues = "Colleagues";
export const severalAreCalled = (name: string, addresses: string) =>
  `Several people are called ${name}. Write ${addresses} to say whom you mean.`;
export const worksNotOnThis = (name: string) =>
  `${name} does not work on this task, so a mention would not reach them. Write the name without the @.`;
export const mayBe = (word: string | undefined, names: string) =>
  `@${word} may be ${names}. Write the whole name behind the @ to say whom you mean.`;
