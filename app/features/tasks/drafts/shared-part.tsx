import { part } from "~/ui/part";
import type { SharedProps } from "./shared-drafts";

const Shared = part<SharedProps>(".shared-draft", () =>
  import("./shared-drafts").then((shared) => shared.SharedDrafts),
);

/** The drafts that colleagues share, mostly none. */
export const SharedIfAny = (props: SharedProps) => (props.drafts.length > 0 ? <Shared {...props} /> : null);

/** What a page waits for that shows them. */
export const loadSharedIfAny = (drafts: SharedProps["drafts"]) => (drafts.length > 0 ? Shared.load() : null);
