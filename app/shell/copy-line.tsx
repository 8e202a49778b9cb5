import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { asOf, copyInSight, followAnswers } from "./copies";
import * as say from "./shell-texts";

/**
 * Says of a page that was kept for reading offline that it is old, and how old, until a fresh answer is drawn; and the same of
 * one that is open while there is no network.
 */
export function CopyLine() {
  const [copy, setCopy] = useState<number | null>(null);
  const { key } = useLocation();
  const { state } = useNavigation();

  useEffect(() => {
    const lookAgain = () => setCopy(copyInSight());
    const end = followAnswers(lookAgain);
    window.addEventListener("offline", lookAgain);
    window.addEventListener("online", lookAgain);
    return () => {
      end();
      window.removeEventListener("offline", lookAgain);
      window.removeEventListener("online", lookAgain);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is in sight
  useEffect(() => {
    if (state === "idle") setCopy(copyInSight());
  }, [key, state]);
  const looks = copy === null ? { className: "unseen" } : { className: "install-prompt", style: AS_SMALL_AS_CAN_BE };
  return (
    <p role="status" {...looks}>
      {copy !== null && say.offlineAsOf(asOf(copy, Date.now()))}
    </p>
  );
}

const AS_SMALL_AS_CAN_BE = {
  inlineSize: "auto",
  maxInlineSize: "calc(100vw - var(--s8))",
  padding: "var(--s2) var(--s3)",
};
