import { createPath, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { type Preferences, tabPreferences } from "~/lib/preferences";
import { fieldsOf, isUnsaved } from "~/ui/unsaved-input";
import { leaveUnasked } from "./leave-guard.island";
import { guardLazyRoutes, remixRouter, scriptOf } from "./router-adapter";
import { keepSidebar } from "./sidebar.island";

/** A page reloads itself at most once in this time. Source: seed, section 9. */
const GUARD_MS = 10_000;
const KEY = "app:reload";

/**
 * Whether the page may load `path` from the server now, unasked; if so, it is written down for ten seconds. Another
 * path may be loaded meanwhile. Without storage the answer is no: a page that forgets would reload for ever.
 */
export function mayReload(path: string, now: number, kept: Preferences = tabPreferences) {
  const last = lastReload(kept);
  if (last && last.path === path && last.expires > now) return false;
  return kept.write(KEY, JSON.stringify({ path, expires: now + GUARD_MS }));
}

function lastReload(kept: Preferences): { path: unknown; expires: number } | null {
  try {
    const last = JSON.parse(kept.read(KEY) ?? "null");
    return typeof last?.expires === "number" ? last : null;
  } catch {
    return null; // not ours, or half written
  }
}

/** Loads a page of this site as a document, unless that was done within ten seconds. Whether it does. */
function loadFromServer(path: string) {
  if (!mayReload(path, Date.now())) return false;
  leaveUnasked(); // nothing to lose, or the person has already confirmed
  keepSidebar(document.querySelector(".sidebar-toggle[open]") !== null);
  if (path === location.pathname + location.search + location.hash) location.reload();
  else location.assign(path);
  return true;
}

/** Source: Nuxt reads its build manifest that long after the page is ready. */
const META_AFTER_MS = 1_000;

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

type Props = { buildId: string; checkSeconds: number };

/**
 * Brings a page that was left open over an update to the new build: at once when nobody has typed anything, else at
 * the next navigation. Nothing is ever shown of it. Without scripts every page is of the newest build anyway.
 */
export function BuildWatch({ buildId, checkSeconds }: Props) {
  const [outdated, setOutdated] = useState(false);
  const navigation = useNavigation();
  const latest = useRef(navigation);
  latest.current = navigation;

  useEffect(() => checkForBuilds(buildId, checkSeconds, () => setOutdated(true)), [buildId, checkSeconds]);

  useEffect(() => {
    if (!outdated || latest.current.state !== "idle" || fieldsOf(document.forms).some(isUnsaved)) return;
    loadFromServer(location.pathname + location.search + location.hash);
  }, [outdated]);

  useEffect(() => {
    if (outdated && canGoByDocument(navigation) && navigation.location) loadFromServer(createPath(navigation.location));
  }, [outdated, navigation]);

  const mend = useRef(() => {});
  useEffect(() => {
    const router = remixRouter();
    if (!router) return;
    mend.current = guardLazyRoutes(router.routes, {
      load: (id) => import(scriptOf(id) ?? ""),
      leaves(cause) {
        console.error("A script of the next page is missing", cause);
        const destination = router.state.navigation.location;
        return destination !== undefined && loadFromServer(createPath(destination));
      },
    });
  }, []);
  useEffect(() => {
    if (navigation.state === "loading") mend.current();
  }, [navigation.state]);

  return null;
}

/** Asks for the newest build in intervals, each counted from the answer before, until there is one. Answers its end. */
function checkForBuilds(own: string, seconds: number, onNewBuild: () => void) {
  const interval = checkInterval(seconds);
  let metaRead = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function readMeta() {
    if (metaRead) return;
    try {
      await readJson(`/builds/meta/${own}.json`);
      metaRead = true;
    } catch (error) {
      console.error("The meta file of this build could not be read", error);
    }
  }
  async function check() {
    await readMeta();
    const latest = await readJson(`/builds/latest.json?${Date.now()}`).catch(() => null); // the next check will tell
    if (isAnotherBuild(own, latest)) onNewBuild();
    else wait();
  }
  function wait() {
    if (interval !== null && !ended) timer = setTimeout(() => void check(), interval);
  }

  let ended = false;
  const { connection } = navigator as Navigator & { connection?: { effectiveType?: string } };
  const ahead = readsMetaAhead(connection) ? setTimeout(() => void readMeta(), META_AFTER_MS) : undefined;
  wait();
  return () => {
    ended = true;
    clearTimeout(ahead);
    clearTimeout(timer);
  };
}

async function readJson(path: string): Promise<unknown> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}
