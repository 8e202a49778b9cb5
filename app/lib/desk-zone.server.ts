import { todayIn } from "./calendar-day";
import { UTC } from "./zoned-time";

/*
 * The desk's time zone, which an admin chooses. It applies to people who haven't chosen one, and to automatic work. Every
 * session query reads it (auth/session-queries), which keeps each process up to date.
 */

let zone = UTC;

export const deskZone = () => zone;

export function learnDeskZone(chosen: string) {
  zone = chosen;
}

/** Today in the desk's time zone. */
export const deskToday = (now: number) => todayIn(zone, now);
