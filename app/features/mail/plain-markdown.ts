/** A text for a Markdown template as it stands: no sign of it becomes markup, and it stays on its line. */
export const plainMarkdown = (text: string) =>
  text.replace(/\s+/g, " ").replace(/[\\`*_~[\]<>#+\-.()!|&@{}:]/g, "\\$&");
