import { part } from "~/ui/part";
import type { DeletedProps } from "./deleted-drafts";

const Deleted = part<DeletedProps>('[action^="/drafts/"]', () =>
  import("./deleted-drafts").then((drafts) => drafts.DeletedDrafts),
);

/** One's own drafts that were deleted within a day, mostly none. */
export const DeletedIfAny = (props: DeletedProps) => (props.deleted.length > 0 ? <Deleted {...props} /> : null);

/** What a page waits for that shows them. */
export const loadDeletedIfAny = (deleted: DeletedProps["deleted"]) => (deleted.length > 0 ? Deleted.load() : null);
