/** Escapes text for a Markdown template and keeps it on one line. */
export const plainMarkdown = (text: string) =>
  text.replace(/\s+/g, " ").replace(/[\\`*_~[\]<>#+\-.()!|&@{}:]/g, "\\$&");
