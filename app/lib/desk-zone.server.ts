import { todayIn } from "./calendar-day";
import { UTC } from "./zoned-time";

/*
 * The time zone of the desk, which an admin chooses: that of people who have none of their own, and of what the product does
 * by itself. Every session brings it along (auth/session-queries), so each process knows it anew.
 */

let zone = UTC;

export const deskZone = () => zone;

export function learnDeskZone(chosen: string) {
  zone = chosen;
}

/** The calendar day it is where the desk is. */
export const deskToday = (now: number) => todayIn(zone, now);
