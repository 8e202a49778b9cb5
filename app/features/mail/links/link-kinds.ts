/**
 * Links in mail that carry a key.
 *
 * sign_in       signs a requester in
 * solved        says that a resolved request is solved
 * not_solved    reopens it
 * invitation    sets the first password; works while the invitation is open
 * password      resets the password
 * confirmation  confirms an address
 */
export type LinkKind = "sign_in" | "solved" | "not_solved" | "invitation" | "password" | "confirmation";

/** Kinds that act for a requester. An agent's account requires more than a link. */
export const isForRequesters = (kind: LinkKind) => kind === "sign_in" || kind === "solved" || kind === "not_solved";
