import { useLayoutEffect, useRef } from "react";
import { ButtonLink } from "~/ui/button";
import { fieldsOf, isUnsaved, losesInput } from "~/ui/unsaved-input";
import * as say from "./shell-copy";

/** Whether anything was typed on the page, kept by a draft or not. */
export const hasTypedText = () => fieldsOf(document.forms).some(isUnsaved);

/** Whether leaving the page would lose typed text. */
const losesTypedText = () => fieldsOf([...document.forms].filter(losesInput)).some(isUnsaved);

/**
 * Replaces a page whose reader is no longer signed in. The page stays underneath with what was typed on it, so that the same
 * person can continue, but nobody can read it, find its text with the browser's search, or reach it by keyboard.
 */
export function SignedOutCover() {
  const cover = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const covered = [...document.body.children].filter(
      (child): child is HTMLElement => child instanceof HTMLElement && child !== cover.current && !child.hidden,
    );
    const { title } = document;
    for (const child of covered) {
      child.inert = true;
      child.hidden = true;
    }
    document.title = say.youAreSignedOut;
    cover.current?.focus();
    return () => {
      for (const child of covered) {
        child.inert = false;
        child.hidden = false;
      }
      document.title = title;
    };
  }, []);
  // The gate leads from here to the sign-in page and back. If that would lose typed text, it opens in a new tab.
  const [here, elsewhere] = [location.pathname + location.search, losesTypedText()];
  return (
    <main ref={cover} className="content" tabIndex={-1}>
      <div className="empty">
        <h1 className="empty-title">{say.youAreSignedOut}</h1>
        {hasTypedText() && <p>{say.whatYouTypedIsKept}</p>}
        <div className="buttons">
          <ButtonLink look="primary" href={here} target={elsewhere ? "_blank" : undefined}>
            {say.signIn}
          </ButtonLink>
        </div>
      </div>
    </main>
  );
}
