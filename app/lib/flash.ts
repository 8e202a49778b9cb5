/**
 * What can be done about a message at once: a button that posts to `post`, a path of ours, with `name` and `value` where that
 * asks for them. `forSeconds` where it can be done no longer than that; the message then goes.
 */
export type FlashAction = { label: string; post: string; name?: string; value?: string; forSeconds?: number };

/**
 * A message that a redirect leaves for the next page. `id` is new for each, so that the browser shows it once. `about` is
 * the same for messages of which only the newest is true; it takes the place of the one before.
 */
export type Flash = {
  id: string;
  about?: string;
  type: "success" | "error" | "warning" | "info" | "default";
  text: string;
  action?: FlashAction;
};
