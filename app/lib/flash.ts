/** A message that a redirect leaves for the next page. `id` is new for each, so that the browser shows it once. */
export type Flash = { id: string; type: "success" | "error" | "warning" | "info" | "default"; text: string };
