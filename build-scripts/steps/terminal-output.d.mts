export class Trouble extends Error {}
export class Ended extends Error {
  constructor(code: number);
  code: number;
}
export function printLine(line: string): void;
export function note(level: string, msg: string, more?: object): void;
export function fail(sentence: string): never;
export function step<T>(announcement: string, work: () => Promise<T>): Promise<T>;
