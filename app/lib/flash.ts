/** What can be done about a message at once: a button that posts to `post`, a path of ours. */
export type FlashAction = { label: string; post: string };

/** A message that a redirect leaves for the next page. `id` is new for each, so that the browser shows it once. */
export type Flash = {
  id: string;
  type: "success" | "error" | "warning" | "info" | "default";
  text: string;
  action?: FlashAction;
};
