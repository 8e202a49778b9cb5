export function leanText(path: string, text: string): string;
