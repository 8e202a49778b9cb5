/** Who a saved view or macro is shared with. */
export const SCOPES = ["personal", "team", "everyone"] as const;
export type Scope = (typeof SCOPES)[number];
