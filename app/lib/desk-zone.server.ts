import { todayIn } from "./calendar-day";
import { UTC } from "./zoned-time";

/*
 * The desk's time zone, chosen by an admin. Applies to automatic work, and to people who haven't chosen one. Every session
 * query reads it (auth/session-queries), which keeps each process up to date.
 */

let zone = UTC;

export const deskZone = () => zone;

export function learnDeskZone(chosen: string) {
  zone = chosen;
}

export const deskToday = (now: number) => todayIn(zone, now);
