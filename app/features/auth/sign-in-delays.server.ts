import { Busy } from "~/lib/fair-queue";
import { networksOf } from "~/lib/network-address.server";
import type { Attempt } from "./sign-in-limits.server";

/** How many attempts this process delays at a time, which limits what strangers can hold up, and their guesses. */
const MOST = {
  all: 200,
  account: 8,
  /** Per IPv4 address or IPv6 /48, so that one stranger can't take all places of an account. */
  site: 4,
};

/** Counts attempts while they are delayed. */
export function delayedAttempts() {
  const counts = new Map<string, number>();

  /** Delays this attempt by `wait`. Throws `Busy` when too many are delayed already. */
  return async function delay({ login, address }: Attempt, wait: () => Promise<void>): Promise<void> {
    const { site, network } = networksOf(address);
    const places: [string, number][] = [
      ["all", MOST.all],
      [`account ${login}`, MOST.account],
      [`site ${site ?? network}`, MOST.site],
    ];
    if (places.some(([key, most]) => (counts.get(key) ?? 0) >= most)) throw new Busy();
    for (const [key] of places) counts.set(key, (counts.get(key) ?? 0) + 1);
    try {
      await wait();
    } finally {
      for (const [key] of places) {
        const left = (counts.get(key) ?? 0) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      }
    }
  };
}
