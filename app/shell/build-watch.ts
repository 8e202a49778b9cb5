/** Source: Nuxt reads its build manifest that long after the page is ready. */
export const META_AFTER_MS = 1_000;

/** Milliseconds between two checks; null for never. */
export const checkInterval = (seconds: number) => (seconds > 0 ? seconds * 1_000 : null);

/** Whether the answer of /builds/latest.json names another build than the one of this page. */
export function isAnotherBuild(own: string, latest: unknown) {
  const id = (latest as { id?: unknown } | null)?.id;
  return typeof id === "string" && id !== own;
}

/** What `useNavigation` tells about a navigation on its way. */
type Going = { state: "idle" | "loading" | "submitting"; formMethod?: string | undefined };

/** Whether this navigation can be made by loading its destination from the server: nothing is being sent with it. */
export const canGoByDocument = ({ state, formMethod }: Going) =>
  state === "loading" && (formMethod === undefined || formMethod.toUpperCase() === "GET");

/** Very slow connections are not burdened with the build's meta file in advance. */
export const readsMetaAhead = (connection: { effectiveType?: string } | undefined) =>
  connection?.effectiveType !== "slow-2g";
