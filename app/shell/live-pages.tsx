import { useLocation, useMatches, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { listen } from "~/lib/listen";
import { AroundDomUpdate } from "~/ui/around-dom-update";
import { Button } from "~/ui/button";
import { followChanges } from "./live-stream";
import { keepTimesCurrent } from "./live-times";
import { asOf, observeResponses, shownCopyTime } from "./offline-copies";
import { keepUpToDate, type Told } from "./revalidate";
import * as say from "./shell-copy";

/** Shows how old a page is while it is an offline copy, or while the network is down. */
function CopyLine() {
  const [copy, setCopy] = useState<number | null>(null);
  const { key } = useLocation();
  const { state } = useNavigation();

  useEffect(() => observeResponses(() => setCopy(shownCopyTime())), []);
  useEffect(() => {
    const lookAgain = () => setCopy(shownCopyTime());
    return listen(window, { offline: lookAgain, online: lookAgain });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is on screen
  useEffect(() => {
    if (state === "idle") setCopy(shownCopyTime());
  }, [key, state]);
  const looks = copy === null ? { className: "unseen" } : { className: "install-prompt", style: COMPACT };
  return (
    <p role="status" {...looks}>
      {copy !== null && say.offlineAsOf(asOf(copy, Date.now()))}
    </p>
  );
}

const COMPACT = {
  inlineSize: "auto",
  maxInlineSize: "calc(100vw - var(--s8))",
  padding: "var(--s2) var(--s3)",
};

const NOTHING: Told = { waiting: 0, said: "" };

/**
 * Keeps an open page up to date: relative times tick and changes appear (docs/decisions/0017). Rows that would move under
 * the pointer or focus wait behind a button. An offline copy says so and reloads once the stream is back.
 */
export function LivePages({ person }: { person: number | null }) {
  const [{ waiting, said }, tell] = useState(NOTHING);
  const live = useRef<ReturnType<typeof keepUpToDate>>();
  const { key } = useLocation();
  const { state } = useNavigation();
  const matches = useMatches(); // a new array whenever data changes
  const drawn = useRef(state);

  useEffect(keepTimesCurrent, []);
  useEffect(() => {
    if (person === null) return;
    const page = keepUpToDate(tell, () => drawn.current === "idle");
    live.current = page;
    const end = followChanges(person, (word) => {
      const isBack = word.kind === "open" && shownCopyTime() !== null;
      page.heard(isBack ? { kind: "anew" } : word);
    });
    return () => {
      end();
      page.end();
      tell(NOTHING);
    };
  }, [person]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key means a new page is on screen
  useEffect(() => {
    drawn.current = state;
    if (state === "idle") live.current?.arrived();
  }, [key, state]);

  function show() {
    live.current?.showAll();
    document.getElementById("content")?.focus({ preventScroll: true });
  }
  return (
    <>
      <AroundDomUpdate what={matches} hold={(was, is) => (was === is ? null : (live.current?.draws() ?? null))} />
      <div role="status" className={waiting > 0 ? "install-prompt" : "unseen"} style={FIT_CONTENT}>
        {waiting > 0 ? (
          <Button type="button" look="quiet" onClick={show}>
            {say.showChanges(waiting)}
          </Button>
        ) : (
          said
        )}
      </div>
      <CopyLine />
    </>
  );
}

const FIT_CONTENT = { inlineSize: "auto", padding: 0 };
