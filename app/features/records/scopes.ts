/** Whom a saved view or a macro is for. */
export const SCOPES = ["personal", "team", "everyone"] as const;
export type Scope = (typeof SCOPES)[number];
