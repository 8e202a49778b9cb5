/** Numbers as good as by chance, the same for the same beginning: https://en.wikipedia.org/wiki/Xorshift (32 bit). */
export class Chance {
  private state: number;

  constructor(...beginning: number[]) {
    this.state = 0x9e3779b9;
    for (const number of beginning) {
      this.state = Math.imul(this.state ^ number, 0x85ebca6b);
      this.state ^= this.state >>> 13;
    }
    this.state ||= 1;
  }

  /** At least 0, below 1. */
  next(): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) / 2 ** 32;
  }

  /** A whole number, at least 0 and below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** Below `end` as well, small ones far more often: as words, tags and teams are used. */
  seldomBelow(end: number): number {
    return Math.floor((end + 1) ** this.next()) - 1;
  }

  happens(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(of: readonly T[]): T {
    return of[this.below(of.length)] as T;
  }

  /** One of the first far more often than one of the last. */
  pickSeldom<T>(of: readonly T[]): T {
    return of[this.seldomBelow(of.length)] as T;
  }
}
