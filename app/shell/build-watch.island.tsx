import { createPath, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { type Preferences, tabPreferences } from "~/lib/browser-storage";
import { hasUnsavedInput } from "~/ui/unsaved-input";
import { leaveUnasked } from "./leave-guard.island";
import { guardLazyRoutes, remixRouter, scriptOf } from "./router-adapter";
import { keepSidebar } from "./sidebar.island";

/** Minimum time between two automatic reloads of the same path. Source: seed, section 9. */
const GUARD_MS = 10_000;
const KEY = "app:reload";

/**
 * Checks whether the page may load `path` without being asked, and records the attempt for GUARD_MS. Another path may still
 * load meanwhile. Returns false without storage: the page could reload for ever.
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
    return null; // corrupt entry
  }
}

/** Loads a page of this site as a document, unless the guard blocks it. Returns whether it does. */
function loadFromServer(path: string) {
  if (!mayReload(path, Date.now())) return false;
  leaveUnasked(); // no unsaved input, or the user already confirmed
  keepSidebar(document.querySelector(".sidebar-toggle[open]") !== null);
  if (path === location.pathname + location.search + location.hash) location.reload();
  else location.assign(path);
  return true;
}

/** Same delay after page load as Nuxt's build manifest. */
const META_AFTER_MS = 1_000;

/** Checks whether /builds/latest.json names a different build from this page's. */
export function isAnotherBuild(own: string, latest: unknown) {
  const id = (latest as { id?: unknown } | null)?.id;
  return typeof id === "string" && id !== own;
}

type Going = { state: "idle" | "loading" | "submitting"; formMethod?: string | undefined };

/** Checks that the navigation carries no form data, so a full page load can replace it. */
export const canGoByDocument = ({ state, formMethod }: Going) =>
  state === "loading" && (formMethod === undefined || formMethod.toUpperCase() === "GET");

/** Skips the early read of the build's meta file on very slow connections. */
export const readsMetaAhead = (connection: { effectiveType?: string } | undefined) =>
  connection?.effectiveType !== "slow-2g";

type Props = { buildId: string; checkSeconds: number };

/**
 * Updates an open page to a new build: at once if nothing is typed, otherwise at the next navigation. Shows nothing.
 * Without scripts, each page comes from the newest build anyway.
 */
export function BuildWatch({ buildId, checkSeconds }: Props) {
  const [outdated, setOutdated] = useState(false);
  const navigation = useNavigation();
  const latest = useRef(navigation);
  latest.current = navigation;

  useEffect(() => checkForBuilds(buildId, checkSeconds, () => setOutdated(true)), [buildId, checkSeconds]);

  useEffect(() => {
    if (!outdated || latest.current.state !== "idle" || hasUnsavedInput()) return;
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

/**
 * Polls for a newer build until there is one, every `seconds` after the last response; never for 0. Returns a cleanup
 * function.
 */
function checkForBuilds(own: string, seconds: number, onNewBuild: () => void) {
  let metaRead = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function readMeta() {
    if (metaRead) return;
    try {
      await readJson(`/builds/meta/${own}.json`);
      metaRead = true;
    } catch (error) {
      console.error("This build's meta file couldn't be read", error);
    }
  }
  async function check() {
    await readMeta();
    const latest = await readJson(`/builds/latest.json?${Date.now()}`).catch(() => null); // the next check retries
    if (isAnotherBuild(own, latest)) onNewBuild();
    else wait();
  }
  function wait() {
    if (seconds > 0 && !ended) timer = setTimeout(() => void check(), seconds * 1_000);
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
  if (!response.ok) throw new Error(`${path} returned ${response.status}`);
  return response.json();
}
