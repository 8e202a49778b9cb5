export function withWords(code: string, texts: string): string;
export function onlySentence(texts: string, wanted: string): string;
