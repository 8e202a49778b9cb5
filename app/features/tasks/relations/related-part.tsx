import { part } from "~/ui/part";
import type { RelatedProps } from "./related-lists";

const Lists = part<RelatedProps>(".neighbour, .neighbour-unseen", () =>
  import("./related-lists").then((lists) => lists.RelatedLists),
);

const hasAny = ({ parent, subTasks, links, merged }: RelatedProps["relations"]) =>
  parent !== null || subTasks.length + links.length + merged.length > 0;

/** The tasks around one, of which most have none. */
export const RelatedIfAny = (props: RelatedProps) => (hasAny(props.relations) ? <Lists {...props} /> : null);

/** What a page waits for that shows them. */
export const loadRelatedIfAny = (relations: RelatedProps["relations"]) => (hasAny(relations) ? Lists.load() : null);
