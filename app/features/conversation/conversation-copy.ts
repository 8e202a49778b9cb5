/** What people read here; docs/decisions/0020 says how to add to it. */

export const tooManyRequests = (most: number) =>
  `You have sent ${most} requests within an hour. Please wait before you send another.`;
export const tooManyMessages = (most: number) =>
  `You have written ${most} messages within an hour. Please wait before you send another.`;
