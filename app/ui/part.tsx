import { type ComponentType, lazy, Suspense } from "react";
import * as say from "./ui-texts";

/** A component whose script comes only with the pages that show it. */
export type Part<Props extends object> = ((props: Props) => JSX.Element) & {
  /** Brings the script. A page that is gone to without a document waits for it, as for its data. */
  load: () => Promise<unknown>;
};

const awaited: Promise<unknown>[] = [];

/**
 * Settled once a page can be drawn in one piece. In the browser: when the parts in the document are there; it rejects
 * where one cannot be had, and the page then does what it does without scripts. On the server: when all of them are.
 */
export const partsReady = () => Promise.all(awaited);

/** A part that is in a document if something there matches `selector`. */
export function part<Props extends object>(selector: string, load: () => Promise<ComponentType<Props>>): Part<Props> {
  let known: { default: ComponentType<Props> } | undefined;
  const bring = () =>
    load().then((component) => {
      known = { default: component };
      return known;
    });
  // Known already it is drawn at once: React asks `then`, and is answered in the same moment. Data that were loaded anew can
  // have a part that is not to be had any more: what somebody does on the page goes on without it.
  const Shown = lazy(() => (known ? inOneMoment(known) : bring().catch(() => ({ default: Missing }))));
  if (typeof document === "undefined" || document.querySelector(selector)) awaited.push(bring());
  const InPlace = (props: Props) => (
    <Suspense>
      {/* @ts-expect-error: `lazy` has its own words for the props of what it wraps */}
      <Shown {...props} />
    </Suspense>
  );
  return Object.assign(InPlace, { load: bring });
}

// biome-ignore lint/a11y/useValidAnchor: the address of the page in sight, whichever it is
const Missing = () => <a href="">{say.loadAnewToSeeMore}</a>;

// biome-ignore lint/suspicious/noThenProperty: what React takes for a promise
const inOneMoment = <T,>(value: T) => ({ then: (use: (value: T) => void) => use(value) }) as Promise<T>;
