const ADDRESS = /[^\s<>"(),;:@]{1,100}@[^\s<>"(),;:@]{1,255}/;

/** The first address in a text, lower case; null without one. For headers that contain only addresses. */
export const bareAddress = (text: string): string | null =>
  ADDRESS.exec(text)?.[0].replace(/\.$/, "").toLowerCase() ?? null;

/** All addresses in a text, lower case, each once. */
export const bareAddresses = (text: string): string[] => [
  ...new Set([...text.matchAll(new RegExp(ADDRESS, "g"))].map(([address]) => address.toLowerCase())),
];

/** The part before the "@", lower case. */
export const localPart = (address: string) => address.slice(0, Math.max(0, address.lastIndexOf("@"))).toLowerCase();

/** The part after the "@", lower case. */
export const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1).toLowerCase();

/** Whether mail servers send reports from this address. */
export const isMailSystem = (address: string) => /^(?:mailer-daemon|mail-daemon|postmaster)$/.test(localPart(address));
