import { createPath, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { fieldsOf, isUnsaved } from "~/ui/unsaved-input";
import { canGoByDocument, checkInterval, isAnotherBuild, META_AFTER_MS, readsMetaAhead } from "./build-watch";
import { loadFromServer } from "./load-from-server";
import { guardLazyRoutes, remixRouter, scriptOf } from "./router-adapter";

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
