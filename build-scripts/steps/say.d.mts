export class Trouble extends Error {}
export function say(line: string): void;
export function fail(sentence: string): never;
export function step<T>(announcement: string, work: () => Promise<T>): Promise<T>;
