import * as say from "./relations-copy";

/** Terms and limits of relations, shared by browser and server. Imports no library. */

/**
 * Links as the page of one of the two tasks shows them.
 *
 * opposite  the same link on the other task's page
 * kind      how the link is stored
 * turned    stored with this task as `other_id`
 */
const LINK_WORDS = {
  relates: { words: say.relatedTo, opposite: "relates", kind: "relates", turned: false },
  duplicate_of: { words: say.duplicateOf, opposite: "duplicated_by", kind: "duplicate_of", turned: false },
  duplicated_by: { words: say.isDuplicatedBy, opposite: "duplicate_of", kind: "duplicate_of", turned: true },
  blocked_by: { words: say.blockedBy, opposite: "blocks", kind: "blocked_by", turned: false },
  blocks: { words: say.blocks, opposite: "blocked_by", kind: "blocked_by", turned: true },
  follow_up_of: { words: say.followUpOf, opposite: "followed_up_by", kind: "follow_up_of", turned: false },
  followed_up_by: { words: say.isFollowedUpBy, opposite: "follow_up_of", kind: "follow_up_of", turned: true },
} as const;

export type LinkView = keyof typeof LINK_WORDS;
export const LINK_VIEWS = Object.keys(LINK_WORDS) as LinkView[];

export const isLinkView = (text: string): text is LinkView => Object.hasOwn(LINK_WORDS, text);

/** "blocks", as in "blocks #7". */
export const linkWords = (view: LinkView) => LINK_WORDS[view].words;

export const oppositeOf = (view: LinkView): LinkView => LINK_WORDS[view].opposite;

type LinkKind = (typeof LINK_WORDS)[LinkView]["kind"];

/** A row of `task_link`. `relates` is stored once, with the smaller number first. */
export type StoredLink = { task_id: number; kind: LinkKind; other_id: number };

export function storedLink(taskId: number, view: LinkView, otherId: number): StoredLink {
  const { kind, turned } = LINK_WORDS[view];
  const turns = kind === "relates" ? otherId < taskId : turned;
  return turns ? { task_id: otherId, kind, other_id: taskId } : { task_id: taskId, kind, other_id: otherId };
}

/** The link as the page of `taskId`, one of its ends, shows it. */
export function linkFrom(taskId: number, { task_id, kind, other_id }: StoredLink): { view: LinkView; other: number } {
  return task_id === taskId ? { view: kind, other: other_id } : { view: oppositeOf(kind), other: task_id };
}

/** History fields for relations. The value is the other task's number, `#42`. */
const RELATION_FIELDS = [...LINK_VIEWS, "parent", "sub_task", "merged", "unmerged", "split_off", "split_from"] as const;
export type RelationField = (typeof RELATION_FIELDS)[number];

export const isRelationField = (field: string | null): field is RelationField =>
  RELATION_FIELDS.some((known) => known === field);

/** `#42` */
export const numberText = (id: number) => `#${id}`;

export const RELATION_LIMITS = { links: 100, subTasks: 200 } as const;
