/** Whether a `User-Agent` names macOS, iOS or iPadOS, whose keyboards have ⌘ where others have Ctrl. */
export const isOnApple = (userAgent: string | null) => /\b(?:Macintosh|iPhone|iPad|iPod)\b/.test(userAgent ?? "");
