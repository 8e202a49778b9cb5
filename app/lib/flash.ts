/**
 * A toast's button, which posts to `post` on this site, with `name` and `value` if that needs them. `forSeconds` limits the
 * offer; the message then closes.
 */
export type FlashAction = { label: string; post: string; name?: string; value?: string; forSeconds?: number };

/**
 * A message that a redirect leaves for the next page. A unique `id` lets the browser show it once. A newer message with the
 * same `about` replaces the older one.
 */
export type Flash = {
  id: string;
  about?: string;
  type: "success" | "error" | "warning" | "info" | "default";
  text: string;
  action?: FlashAction;
  /** A page with more about it. */
  link?: { label: string; href: string };
};
