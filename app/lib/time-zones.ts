/*
 * Time zone names as listed, typed and stored. JavaScript engines still use names that the IANA database has replaced, even
 * when asked for the new one.
 */

const CURRENT = new Map([
  ["Africa/Asmera", "Africa/Asmara"],
  ["America/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ["America/Catamarca", "America/Argentina/Catamarca"],
  ["America/Coral_Harbour", "America/Atikokan"],
  ["America/Cordoba", "America/Argentina/Cordoba"],
  ["America/Godthab", "America/Nuuk"],
  ["America/Indianapolis", "America/Indiana/Indianapolis"],
  ["America/Jujuy", "America/Argentina/Jujuy"],
  ["America/Louisville", "America/Kentucky/Louisville"],
  ["America/Mendoza", "America/Argentina/Mendoza"],
  ["Asia/Calcutta", "Asia/Kolkata"],
  ["Asia/Katmandu", "Asia/Kathmandu"],
  ["Asia/Rangoon", "Asia/Yangon"],
  ["Asia/Saigon", "Asia/Ho_Chi_Minh"],
  ["Atlantic/Faeroe", "Atlantic/Faroe"],
  ["Europe/Kiev", "Europe/Kyiv"],
  ["Pacific/Enderbury", "Pacific/Kanton"],
  ["Pacific/Ponape", "Pacific/Pohnpei"],
  ["Pacific/Truk", "Pacific/Chuuk"],
]);

const current = (name: string) => CURRENT.get(name) ?? name;

/** Returns the current name of a time zone: `Asia/Kolkata` for "asia/calcutta". Null for an unknown one, and for "+01:00". */
export function timeZoneNamed(name: string): string | null {
  try {
    if (!/^[A-Za-z]/.test(name)) return null;
    return current(new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone);
  } catch {
    return null;
  }
}

/** Lists the selectable zones by current name: UTC, and the chosen one even if engines don't list it. */
export function timeZoneChoices(chosen: string): { value: string; label: string }[] {
  const names = Intl.supportedValuesOf("timeZone").map(current).sort();
  return [...new Set(["UTC", chosen, ...names])].map((name) => ({ value: name, label: name.replaceAll("_", " ") }));
}
