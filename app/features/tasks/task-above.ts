import type { PageAbove } from "~/ui/page-header";

/** The task, for the link up on pages about it. */
export const taskAbove = (id: number, title?: string): PageAbove => ({
  href: `/tasks/${id}`,
  label: title === undefined ? `#${id}` : `#${id} ${title}`,
});
